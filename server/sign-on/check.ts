import type * as contract from "#contract/sign-on.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { requireCompany } from "#server/context.ts";
import type { Caller } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { discover } from "./discover.ts";
import { noProvider } from "./no-provider.ts";
import { findProvider } from "./store.ts";

/** Calls the provider as a sign-in would, and reports the result. */
export async function checkSignOn(
  caller: Caller,
  { companyId: named }: Input<typeof contract.checkSignOn>,
): Promise<Result<typeof contract.checkSignOn>> {
  const companyId = requireCompany(caller, named);
  const provider = await caller.transact((ctx) => findProvider(ctx, companyId));
  if (provider === null) throw noProvider();
  const answer = await ask(caller, provider);
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

async function ask(caller: Caller, provider: Parameters<typeof discover>[1]) {
  try {
    const { authorization_endpoint: where = "" } = (
      await discover(caller.services, provider)
    ).serverMetadata();
    return where === ""
      ? { ok: false, message: "The provider answers, but names no address for signing in." }
      : { ok: true, message: `The provider answers. People sign in at ${new URL(where).host}.` };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: error.message };
    throw error;
  }
}
