import type * as contract from "#contract/identity/sign-on.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { redirectTo, type RawResponse } from "#server/http/response.ts";
import type { Call } from "#server/http/route.ts";
import { DeadlineError, StarvedError } from "#server/platform/deadline.ts";
import { redirectUrlOf } from "../present.ts";
import { findProvider, type SamlProvider } from "../shared-store.ts";
import { handOverMs, queryOf, type HandOver } from "./hand-over.ts";
import { decryptionKeys } from "./own-keys.ts";
import { samlDeadlineMs, samlReaders } from "./saml-thread.ts";

/**
 * The provider's form, posted by the browser from another site: it brings no cookie and signs nobody in. A checked
 * response, or the reason why it is refused, goes on to our screen, sealed, and `finish.ts` compares it with the cookie
 * of the browser that started. RelayState is not read, so it leads nowhere.
 */
export async function receiveSamlResponse(
  caller: Caller,
  { id, SAMLResponse }: Input<typeof contract.receiveSamlResponse>,
  { signal }: Call,
): Promise<RawResponse> {
  const { config, clock } = caller.services;
  const provider = await caller.transact((ctx) => findProvider(ctx, id));
  const read: HandOver["read"] =
    provider?.protocol === "saml" && provider.is_active
      ? await readFor(caller, provider, SAMLResponse, signal)
      : { refused: "off" };
  const expiresAt = clock.now().getTime() + handOverMs;
  const query = queryOf(config, { companyId: id, expiresAt, read });
  return redirectTo(redirectUrlOf(config.publicUrl) + query);
}

async function readFor(
  { services }: Caller,
  provider: SamlProvider,
  response: string,
  signal: AbortSignal,
): Promise<HandOver["read"]> {
  const companyId = provider.company_id;
  try {
    const read = await samlReaders.of(services).run(
      "readResponse",
      {
        response,
        own: {
          publicUrl: services.config.publicUrl,
          companyId,
          keys: decryptionKeys(services.config, provider),
        },
        provider: {
          entityId: provider.issuer,
          signInUrl: provider.sign_in_url,
          certificates: provider.certificates,
          attributes: provider.attributes,
          groupsClaim: provider.groups_claim,
        },
      },
      { owner: { company: companyId, person: 0 }, deadlineMs: samlDeadlineMs, signal },
    );
    if ("refused" in read) {
      services.log.warn(
        { companyId, reason: read.refused, because: read.because },
        "a SAML response is refused",
      );
      return { refused: read.refused };
    }
    const { assertionId, inResponseTo, claims } = read;
    // only the deciding group: a redirect with all 150 would be longer than proxies allow
    const groups = provider.rules.map(({ group }) => group).filter((group) => claims.groups.includes(group));
    return {
      issuer: provider.issuer,
      assertionId,
      inResponseTo,
      claims: { ...claims, groups: groups.slice(0, 1) },
    };
  } catch (error) {
    if (error instanceof DeadlineError) return { refused: error instanceof StarvedError ? "busy" : "slow" };
    if (error instanceof AppError && error.code === "limit_exceeded") return { refused: "busy" };
    throw error;
  }
}
