import { RefusedAddressError } from "./address-guard.ts";

/** Why an address that a company's administrator entered could not be called, as a sentence for that administrator. */
export function networkFailure(error: unknown, host: string, patienceMs: number): string {
  if (error instanceof RefusedAddressError) return error.message;
  const causes = chainOf(error);
  if (causes.some(({ name }) => name === "TimeoutError"))
    return `${host} did not answer within ${patienceMs / 1000} seconds.`;
  const code =
    causes.flatMap((cause) => ("code" in cause ? [String(cause.code)] : []))[0] ?? "no reason given";
  if (/CERT|SELF_SIGNED|SIGNATURE|ISSUER/.test(code))
    return `The certificate of ${host} is not trusted (${code}).`;
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

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at);
  return chain;
}
