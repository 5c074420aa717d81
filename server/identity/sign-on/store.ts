import { sql } from "kysely";
import type { CompanyId, Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ProviderValues } from "./shared-store.ts";

const ofNoProtocol = {
  client_id: null,
  sealed: null,
  accepts_tokens: false,
  token_audience: null,
  requires_scopes: true,
  sign_in_url: null,
  certificates: null,
  attributes: null,
};
const noKeys = { key_certificate: null, key_sealed: null, next_key_certificate: null, next_key_sealed: null };

export async function putProvider(ctx: Context, companyId: CompanyId, values: ProviderValues): Promise<void> {
  const row = {
    ...ofNoProtocol,
    ...values,
    rules: JSON.stringify(values.rules),
    ...(values.protocol === "saml" ? { attributes: JSON.stringify(values.attributes) } : noKeys),
    updated_at: ctx.now,
  };
  await ctx.db
    .insertInto("identity_providers")
    .values({ ...row, company_id: companyId, created_at: ctx.now })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
}

export async function deleteProvider(ctx: Context, companyId: CompanyId): Promise<boolean> {
  const done = await ctx.db
    .deleteFrom("identity_providers")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return Number(done.numDeletedRows) === 1;
}

export type DomainRow = {
  company_id: number;
  id: number;
  domain: string;
  token: string;
  verified_at: Date | null;
};

function selectDomains(ctx: Context) {
  const query = ctx.db
    .selectFrom("sign_on_domains")
    .select(["company_id", "id", "domain", "token", "verified_at"]);
  return ctx.company === null ? query : query.where("company_id", "=", ctx.company);
}

export function listDomains(ctx: Context, companyId: CompanyId): Promise<DomainRow[]> {
  return selectDomains(ctx).where("company_id", "=", companyId).orderBy("domain").execute();
}

export function getDomain(ctx: Context, id: number): Promise<DomainRow> {
  return selectDomains(ctx).where("id", "=", id).executeTakeFirstOrThrow(notFound);
}

export async function insertDomain(
  ctx: Context,
  companyId: CompanyId,
  { domain, token }: { domain: string; token: string },
): Promise<DomainRow> {
  const row = await ctx.db
    .insertInto("sign_on_domains")
    .values({ company_id: companyId, domain, token, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(["company_id", "domain"]).doNothing())
    .returning(["company_id", "id", "domain", "token", "verified_at"])
    .executeTakeFirst();
  if (row === undefined) throw new AppError("conflict", "This domain is already on your list.");
  return row;
}

/** @throws AppError conflict if another company has verified the domain */
export async function setVerified(ctx: Context, domain: Allowed<DomainRow, "edit">): Promise<void> {
  try {
    await ctx.db
      .updateTable("sign_on_domains")
      .set({ verified_at: ctx.now })
      .where("company_id", "=", domain.company_id)
      .where("id", "=", domain.id)
      .execute();
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "sign_on_domains_proved") throw error;
    throw new AppError(
      "conflict",
      "Another company on this installation has verified this domain. Nothing was changed. Ask the operator.",
    );
  }
}

export async function deleteDomain(ctx: Context, domain: Allowed<DomainRow, "edit">): Promise<void> {
  await ctx.db
    .deleteFrom("sign_on_domains")
    .where("company_id", "=", domain.company_id)
    .where("id", "=", domain.id)
    .execute();
}

type Subject = { companyId: number; issuer: string; subject: string };

export async function findIdentity(
  ctx: Context,
  { companyId, issuer, subject }: Subject,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom("identities")
    .select("user_id")
    .where("company_id", "=", companyId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function hasIdentityAt(ctx: Context, userId: number, issuer: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("identities")
    .select("subject")
    .where("user_id", "=", userId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertIdentity(ctx: Context, userId: number, { companyId, issuer, subject }: Subject) {
  await ctx.db
    .insertInto("identities")
    .values({ company_id: companyId, user_id: userId, issuer, subject, created_at: ctx.now })
    .execute();
}

/** Access tokens issued until then are refused; a repeated or delayed logout takes nothing back. */
export async function endTokens(
  ctx: Context,
  { companyId, issuer, subject }: Subject,
  until: Date,
): Promise<void> {
  await ctx.db
    .updateTable("identities")
    .set({ tokens_end_at: sql`greatest(tokens_end_at, ${until})` })
    .where("company_id", "=", companyId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}
