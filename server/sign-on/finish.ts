import type * as contract from "#contract/sign-on.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import type { Caller } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Exchange } from "#server/http/route.ts";
import { signOnCookie } from "#server/sessions/cookie.ts";
import { openSession } from "#server/sessions/start.ts";
import { findUser, noteSignIn } from "#server/users/shared-store.ts";
import { openAttempt } from "./attempt.ts";
import { readClaims } from "./claims.ts";
import { discover } from "./discover.ts";
import { findPerson } from "./find-person.ts";
import { redirectUrlOf } from "./present.ts";
import { findProvider } from "./store.ts";

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
  const { services } = caller;
  const attempt = openAttempt(services.config, signOnCookie.read(exchange.request), services.clock.now());
  signOnCookie.clear(exchange.reply);
  if (attempt === null)
    throw new AppError(
      "unauthenticated",
      "This sign-in took longer than ten minutes, or was begun in another browser. Start again.",
      { isRecorded: true },
    );
  const provider = await caller.transact((ctx) => findProvider(ctx, attempt.companyId));
  if (provider?.is_active !== true)
    throw new AppError(
      "unauthenticated",
      "Single sign-on was switched off meanwhile. Sign in with your password.",
    );
  const url = new URL(redirectUrlOf(services.config.publicUrl));
  url.search = query;
  const claims = await readClaims(await discover(services, provider), url, attempt, provider.groups_claim);
  return caller.transact(async (ctx) => {
    const id = await findPerson(ctx, provider, claims);
    const user = await findUser(ctx, id);
    if (!user.is_active || user.company_id !== provider.company_id)
      throw new AppError("unauthenticated", "Your account is switched off. Ask your administrator.", {
        isRecorded: true,
      });
    await noteSignIn(ctx, id);
    return openSession(ctx, user, { rememberMe: false, told: { through: provider.issuer } }, exchange);
  });
}
