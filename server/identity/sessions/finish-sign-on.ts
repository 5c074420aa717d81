import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Exchange } from "#server/http/route.ts";
import { signOnCookie } from "./cookie.ts";
import { openSession } from "./start.ts";
import { findUser, noteSignIn } from "#server/identity/users/shared-store.ts";
import { openAttempt } from "#server/identity/sign-on/attempt.ts";
import type { Attempt } from "#server/identity/sign-on/attempt.ts";
import { refuseAnswer } from "#server/identity/sign-on/claims.ts";
import type { Claims } from "#server/identity/sign-on/claims.ts";
import { findPerson } from "#server/identity/sign-on/find-person.ts";
import { discover } from "#server/identity/sign-on/oidc/discover.ts";
import { readClaims } from "#server/identity/sign-on/oidc/read-claims.ts";
import { redirectUrlOf } from "#server/identity/sign-on/present.ts";
import { handOverIn } from "#server/identity/sign-on/saml/hand-over.ts";
import type { HandOver } from "#server/identity/sign-on/saml/hand-over.ts";
import { sentenceOf } from "#server/identity/sign-on/saml/refusal.ts";
import { takeHandOver } from "#server/identity/sign-on/saml/take-hand-over.ts";
import { findProvider } from "#server/identity/sign-on/shared-store.ts";
import type { ProviderRow } from "#server/identity/sign-on/shared-store.ts";

/**
 * A session for the person verified by the identity provider, in the browser that started. The first response uses up
 * the attempt, right or wrong.
 * @throws AppError unauthenticated, unavailable
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
  if (attempt === null) throw refuseAnswer(withoutAttempt(handOver));
  const provider = await caller.transact((ctx) => findProvider(ctx, attempt.companyId));
  if (provider?.is_active !== true) throw new AppError("unauthenticated", sentenceOf("off"));
  const claims = await claimsFrom(caller, { query, handOver }, attempt, provider);
  return caller.transact(async (ctx) => {
    const id = await findPerson(ctx, provider, claims);
    const user = await findUser(ctx, id);
    if (!user.is_active || user.company_id !== provider.company_id)
      throw new AppError("unauthenticated", "Your account is switched off. Ask your administrator.", {
        isRecorded: true,
      });
    await noteSignIn(ctx, id);
    return openSession(ctx, user, { rememberMe: false, details: { through: provider.issuer } }, exchange);
  });
}

function withoutAttempt(handOver: HandOver | null): string {
  // the sentence of a refused response says more: a sign-in started at the provider has no attempt here
  if (handOver !== null && "refused" in handOver.read) return sentenceOf(handOver.read.refused);
  return "This sign-in took longer than ten minutes, or was started in another browser. Start again.";
}

async function claimsFrom(
  caller: Caller,
  { query, handOver }: { query: string; handOver: HandOver | null },
  attempt: Attempt,
  provider: ProviderRow,
): Promise<Claims> {
  const { services } = caller;
  if (attempt.protocol === "saml" && provider.protocol === "saml") {
    if (handOver === null) throw refuseAnswer();
    return takeHandOver(caller, handOver, attempt, provider);
  }
  // the company changed to the other protocol meanwhile
  if (attempt.protocol === "saml" || provider.protocol === "saml") throw refuseAnswer();
  const url = new URL(redirectUrlOf(services.config.publicUrl));
  url.search = query;
  return readClaims(await discover(services, provider), url, attempt, provider.groups_claim);
}
