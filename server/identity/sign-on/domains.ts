import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Caller, type Context } from "#server/kernel/context.ts";
import { AppError, unavailable } from "#server/platform/errors.ts";
import type { ReadTexts } from "#server/platform/dns.ts";
import { newToken } from "#server/platform/secrets.ts";
import { allow } from "./policy.ts";
import { presentDomain, recordOf } from "./present.ts";
import { deleteDomain, getDomain, insertDomain, listDomains, setVerified } from "./store.ts";

/** Only merged companies have mail in more domains than this; they can ask for a higher limit. */
const mostDomains = 50;

export async function addSignOnDomain(
  ctx: Context,
  { companyId: named, domain }: Input<typeof contract.addSignOnDomain>,
): Promise<Result<typeof contract.addSignOnDomain>> {
  const companyId = requireCompany(ctx, named);
  if ((await listDomains(ctx, companyId)).length >= mostDomains)
    throw new AppError(
      "conflict",
      `Your company has ${mostDomains} domains. Remove one before you add another.`,
    );
  const row = await insertDomain(ctx, companyId, { domain, token: newToken() });
  ctx.audit({
    action: "sign-on.add-domain",
    target: { type: "sign-on-domain", id: row.id },
    company: companyId,
    after: { domain },
  });
  return presentDomain(row);
}

/** The record is at the domain itself or, for domains with many records, at `_footnote` below it. */
export async function verifySignOnDomain(
  caller: Caller,
  { id }: { id: number },
): Promise<Result<typeof contract.verifySignOnDomain>> {
  const row = await caller.transact(async (ctx) => allow(ctx, "edit", await getDomain(ctx, id)));
  const texts = await textsOf(caller.services.readTexts, row.domain);
  if (!texts.some((text) => text.trim() === recordOf(row)))
    throw new AppError(
      "conflict",
      `${row.domain} has no TXT record "${recordOf(row)}" yet. A new record can take an hour to become visible. Nothing was changed.`,
    );
  return caller.transact(async (ctx) => {
    const domain = allow(ctx, "edit", await getDomain(ctx, id));
    if (domain.verified_at === null) await setVerified(ctx, domain);
    ctx.audit({
      action: "sign-on.prove-domain",
      target: { type: "sign-on-domain", id },
      company: domain.company_id,
      after: { domain: domain.domain },
    });
    return presentDomain(await getDomain(ctx, id));
  });
}

async function textsOf(read: ReadTexts, domain: string): Promise<string[]> {
  try {
    return (await Promise.all([read(domain), read(`_footnote.${domain}`)])).flat();
  } catch (error) {
    throw unavailable(
      "The DNS records could not be read. Nothing was changed. Try again in a moment.",
      error,
    );
  }
}

export async function removeSignOnDomain(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const domain = allow(ctx, "edit", await getDomain(ctx, id));
  await deleteDomain(ctx, domain);
  ctx.audit({
    action: "sign-on.remove-domain",
    target: { type: "sign-on-domain", id },
    company: domain.company_id,
    before: { domain: domain.domain },
  });
  return { success: true };
}
