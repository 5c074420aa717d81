import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Caller } from "#server/kernel/context.ts";
import { noProvider } from "./no-provider.ts";
import { checkOidc } from "./oidc/check.ts";
import { checkSaml } from "./saml/check.ts";
import { findProvider } from "./shared-store.ts";

/** Calls the provider as a sign-in would, as far as that goes without a person, and reports the result. */
export async function checkSignOn(
  caller: Caller,
  { companyId: named }: Input<typeof contract.checkSignOn>,
): Promise<Result<typeof contract.checkSignOn>> {
  const companyId = requireCompany(caller, named);
  const provider = await caller.transact((ctx) => findProvider(ctx, companyId));
  if (provider === null) throw noProvider();
  const answer =
    provider.protocol === "oidc"
      ? await checkOidc(caller.services, provider)
      : await checkSaml(caller.services, provider);
  await caller.transact((ctx) => {
    ctx.audit({
      action: "sign-on.check",
      target: { type: "sign-on", id: companyId },
      company: companyId,
      after: answer,
    });
    return Promise.resolve();
  });
  return answer;
}
