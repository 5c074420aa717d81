import { AppError } from "#server/platform/errors.ts";
import { RefusedAddressError } from "#server/platform/address-guard.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import type { SamlProvider } from "../shared-store.ts";
import { currentOf, presentCertificate } from "./certificates.ts";
import { signingKey } from "./own-keys.ts";

const waitMs = 10_000;

/** The browser alone calls a SAML provider during a sign-in; here, whether its address answers at all. */
export async function checkSaml({ guardedFetch, clock, config }: VerbServices, provider: SamlProvider) {
  const current = currentOf(provider.certificates, clock.now());
  if (current.length === 0)
    return { ok: false, message: "The certificate has expired. Enter the provider's current one." };
  try {
    signingKey(config, provider);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, message: error.message };
  }
  const { host } = new URL(provider.sign_in_url);
  try {
    const response = await guardedFetch(provider.sign_in_url, { signal: AbortSignal.timeout(waitMs) });
    await response.body?.cancel();
    // a sign-in page refuses a call without a request in its own way
    if (response.status >= 500) return { ok: false, message: `${host} responds with an error.` };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const refused = [error, cause].find((one) => one instanceof RefusedAddressError);
    return { ok: false, message: refused?.message ?? `${host} could not be reached.` };
  }
  const ends = current.map((pem) => presentCertificate(pem).endsAt.slice(0, 10)).toSorted();
  return { ok: true, message: `People sign in at ${host}. The certificate is valid until ${ends.at(-1)}.` };
}
