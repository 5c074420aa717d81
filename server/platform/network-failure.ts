import { RefusedAddressError } from "./address-guard.ts";

/** Why an address that a company's administrator entered could not be called, as a sentence for that administrator. */
export function networkFailure(error: unknown, host: string, patienceMs: number): string {
  if (error instanceof RefusedAddressError) return error.message;
  const causes = chainOf(error);
  if (causes.some(({ name }) => name === "TimeoutError"))
    return `${host} did not answer within ${patienceMs / 1000} seconds.`;
  const code = codeIn(causes);
  if (untrusted.test(code)) return `The certificate of ${host} is not trusted (${code}).`;
  if (/^(?:EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return `${host} does not speak TLS as expected (${code}).`;
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return `The name ${host} was not found (${code}).`;
  if (code === "ECONNREFUSED") return `${host} refused the connection.`;
  if (/CONNECT_TIMEOUT|ETIMEDOUT/.test(code)) return `${host} could not be reached in time (${code}).`;
  return `${host} could not be reached, or closed the connection (${code}).`;
}

/** Why a receiver's answer is none, as a sentence for the administrator who entered it. `said`: the beginning of its text. */
export function refusedAnswer(receiver: string, status: number, said = ""): string {
  if (status >= 300 && status < 400)
    return `${receiver} answered ${status}, a redirect. Redirects are not followed; enter the address it points to.`;
  return `${receiver} answered ${status}${said === "" ? "." : `: ${said}`}`;
}

/** What is wrong with the certificate of the other side, if that is why the call failed. */
export function certificateFault(error: unknown): "name" | "time" | "authority" | null {
  const code = codeIn(chainOf(error));
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "name";
  if (/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) return "time";
  return untrusted.test(code) ? "authority" : null;
}

const untrusted = /CERT|SELF_SIGNED|SIGNATURE|ISSUER/;

const codeIn = (causes: Error[]) =>
  causes.flatMap((cause) => ("code" in cause ? [String(cause.code)] : []))[0] ?? "no reason given";

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at);
  return chain;
}
