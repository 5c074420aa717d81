import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Exchange } from "#server/http/route.ts";
import { signOnCookie } from "./cookie.ts";
import { attemptMinutes, sealAttempt } from "#server/identity/sign-on/attempt.ts";
import { authorizationRequest } from "#server/identity/sign-on/oidc/authorization-request.ts";
import { authnRequest } from "#server/identity/sign-on/saml/authn-request.ts";
import { findProviderOfDomain } from "#server/identity/sign-on/shared-store.ts";

/** Depends only on the domain: known and unknown people in it are sent to the same place. */
export async function beginSignOn(
  caller: Caller,
  { email }: Input<typeof contract.beginSignOn>,
  { reply }: Exchange,
): Promise<Result<typeof contract.beginSignOn>> {
  const { services } = caller;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const provider = await caller.transact((ctx) => findProviderOfDomain(ctx, domain));
  if (provider === null)
    throw new AppError(
      "not_found",
      `Single sign-on is not set up for ${domain}. Sign in with your password.`,
    );
  const { url, pending } =
    provider.protocol === "oidc"
      ? await authorizationRequest(services, provider, email)
      : await authnRequest(services.config, provider);
  const expires = new Date(services.clock.now().getTime() + attemptMinutes * 60_000);
  const attempt = { ...pending, companyId: provider.company_id, expiresAt: expires.getTime() };
  signOnCookie.set(reply, services.config, sealAttempt(services.config, attempt), expires);
  await caller.transact((ctx) => {
    ctx.audit({
      action: "sign-on.begin",
      target: { type: "sign-on", id: provider.company_id },
      company: provider.company_id,
      after: { domain },
    });
    return Promise.resolve();
  });
  return { url };
}
