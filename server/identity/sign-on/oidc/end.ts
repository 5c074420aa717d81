import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from "jose";
import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { discover } from "./discover.ts";
import { signatureAlgorithms } from "./signature-algorithms.ts";
import { listOidcProviders, type OidcProvider } from "../shared-store.ts";
import { endTokens, findIdentity } from "../store.ts";

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/**
 * Ends all sessions and access tokens of the person in a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). A token
 * without a subject is refused: sessions here do not store the provider's session id. Repeating it has the same effect,
 * so a replay gains nothing.
 */
export async function endSignOn(
  caller: Caller,
  { logout_token: token }: Input<typeof contract.endSignOn>,
): Promise<Result<typeof contract.endSignOn>> {
  const { issuer, audiences } = namesIn(token);
  const providers = await caller.transact((ctx) => listOidcProviders(ctx, issuer));
  // companies may share a client at one provider
  const [first] = providers.filter(({ client_id }) => audiences.includes(client_id));
  if (first === undefined) throw notAccepted();
  const ours = providers.filter(({ client_id }) => client_id === first.client_id);
  const { subject, issuedAt } = await readToken(caller, first, token);
  await caller.transact(async (ctx) => {
    const found: { companyId: number; userId: number }[] = [];
    for (const { company_id: companyId } of ours) {
      const userId = await findIdentity(ctx, { companyId, issuer, subject });
      if (userId !== null) found.push({ companyId, userId });
    }
    for (const { companyId, userId } of found) {
      const ended = await endSessions(ctx, userId, { keep: null });
      await endTokens(ctx, { companyId, issuer, subject }, issuedAt);
      recordLogout(ctx, companyId, { id: userId, after: { issuer, ended } });
    }
    if (found.length === 0)
      recordLogout(ctx, first.company_id, { id: "unknown", after: { issuer, ended: 0 } });
  });
  return { success: true };
}

function recordLogout(
  ctx: Context,
  company: number,
  { id, after }: { id: number | "unknown"; after: { issuer: string; ended: number } },
): void {
  ctx.audit({ action: "sign-on.log-out", target: { type: "user", id }, company, after });
}

function namesIn(token: string): { issuer: string; audiences: string[] } {
  try {
    const { iss = "", aud = [] } = decodeJwt(token);
    return { issuer: iss, audiences: [aud].flat() };
  } catch (error) {
    throw notAccepted(error);
  }
}

async function readToken(
  caller: Caller,
  provider: OidcProvider,
  token: string,
): Promise<{ subject: string; issuedAt: Date }> {
  const { services } = caller;
  const { jwks_uri: keys } = (await discover(services, provider)).serverMetadata();
  if (keys === undefined) throw notAccepted();
  try {
    const keySet = createRemoteJWKSet(new URL(keys), {
      [customFetch]: services.guardedFetch,
    });
    const { payload } = await jwtVerify(token, keySet, {
      issuer: provider.issuer,
      audience: provider.client_id,
      currentDate: services.clock.now(),
      maxTokenAge: "3 minutes",
      clockTolerance: 30,
      requiredClaims: ["sub", "jti", "iat", "events"],
      algorithms: signatureAlgorithms,
    });
    const events = payload.events as Record<string, unknown> | null;
    if (payload.nonce !== undefined || typeof events?.[logoutEvent] !== "object")
      throw new Error("this is not a logout token");
    // by the provider's clock, as the tokens are
    return { subject: payload.sub ?? "", issuedAt: new Date((payload.iat ?? 0) * 1000) };
  } catch (error) {
    throw notAccepted(error);
  }
}

function notAccepted(cause?: unknown): AppError {
  return new AppError("invalid", "This logout token is not accepted.", { isRecorded: true, cause });
}
