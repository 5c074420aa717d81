import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Exchange } from "#server/http/route.ts";
import { signOnCookie } from "./cookie.ts";
import { openSession } from "./start.ts";
import { findUser, noteSignIn } from "#server/identity/users/shared-store.ts";
import { openAttempt, type Attempt } from "#server/identity/sign-on/attempt.ts";
import type { Claims } from "#server/identity/sign-on/claims.ts";
import { findPerson } from "#server/identity/sign-on/find-person.ts";
import { discover } from "#server/identity/sign-on/oidc/discover.ts";
import { readClaims } from "#server/identity/sign-on/oidc/read-claims.ts";
import { redirectUrlOf } from "#server/identity/sign-on/present.ts";
import { recordSignOnRefusal, SignOnRefusal } from "#server/identity/sign-on/refusal.ts";
import { handOverIn, type HandOver } from "#server/identity/sign-on/saml/hand-over.ts";
import { takeHandOver } from "#server/identity/sign-on/saml/take-hand-over.ts";
import { findProvider, type ProviderRow } from "#server/identity/sign-on/shared-store.ts";

/**
 * A session for the person verified by the identity provider, in the browser that started. The first response uses up
 * the attempt, right or wrong. A refusal's reason goes on the company's record.
 * @throws SignOnRefusal; AppError unavailable
 */
export async function finishSignOn(
  caller: Caller,
  { query }: Input<typeof contract.finishSignOn>,
  exchange: Exchange,
): Promise<Result<typeof contract.finishSignOn>> {
  const { config, clock } = caller.services;
  const attempt = openAttempt(config, signOnCookie.read(exchange.request), clock.now());
  const handOver = handOverIn(config, query, clock.now());
  signOnCookie.clear(exchange.reply);
  if (attempt === null) return refuseWithoutAttempt(caller, handOver);
  const provider = await caller.transact((ctx) => findProvider(ctx, attempt.companyId));
  if (provider === null) throw new SignOnRefusal("off");
  try {
    if (!provider.is_active) throw new SignOnRefusal("off");
    const claims = await claimsFrom(caller, { query, handOver }, attempt, provider);
    return await caller.transact(async (ctx) => {
      const id = await findPerson(ctx, provider, claims);
      const user = await findUser(ctx, id);
      if (!user.is_active || user.company_id !== provider.company_id) throw new SignOnRefusal("inactive");
      await noteSignIn(ctx, id);
      return openSession(ctx, user, { rememberMe: false, details: { through: provider.issuer } }, exchange);
    });
  } catch (error) {
    if (error instanceof SignOnRefusal) await recordSignOnRefusal(caller, provider.company_id, error);
    throw error;
  }
}

/**
 * The reason of a refused response says more: a sign-in started at the provider has no attempt here. Anyone can post a
 * response, so the record takes as many events from an address as it does of strangers.
 */
async function refuseWithoutAttempt(caller: Caller, handOver: HandOver | null): Promise<never> {
  if (handOver === null) throw new SignOnRefusal("browser");
  const { companyId, read } = handOver;
  const refusal = new SignOnRefusal("refused" in read ? read.refused : "browser");
  const provider = await caller.transact((ctx) => findProvider(ctx, companyId));
  if (provider === null) throw refusal;
  try {
    await caller.services.limits.consume("stranger-event", `${caller.address} sign-on ${companyId}`);
  } catch {
    throw refusal;
  }
  await recordSignOnRefusal(caller, companyId, refusal);
  throw refusal;
}

async function claimsFrom(
  caller: Caller,
  { query, handOver }: { query: string; handOver: HandOver | null },
  attempt: Attempt,
  provider: ProviderRow,
): Promise<Claims> {
  const { services } = caller;
  if (attempt.protocol === "saml" && provider.protocol === "saml") {
    if (handOver === null) throw new SignOnRefusal("absent");
    return takeHandOver(caller, handOver, attempt, provider);
  }
  // the company changed to the other protocol meanwhile
  if (attempt.protocol === "saml" || provider.protocol === "saml") throw new SignOnRefusal("protocol");
  const url = new URL(redirectUrlOf(services.config.publicUrl));
  url.search = query;
  return readClaims(await discover(services, provider), url, attempt, provider.groups_claim);
}
