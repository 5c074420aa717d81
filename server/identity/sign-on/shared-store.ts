import { sql } from "kysely";
import type { GroupRule, SamlAttributes } from "#contract/identity/sign-on.ts";
import type { Context } from "#server/kernel/context.ts";

/** The binding of a sealed client secret. */
export const clientSecretBinding = (companyId: number) => `company:${companyId}/sign-on`;

/** The binding of our private key for SAML. */
export const samlKeyBinding = (companyId: number) => `company:${companyId}/saml-key`;

/** The name of the identity provider that a person must use; null if a password is allowed. */
export async function enforcedProvider(
  ctx: Context,
  user: { id: number; company_id: number | null; role: string },
): Promise<{ name: string; isBreakGlass: boolean } | null> {
  // an examiner comes from outside and has no account at the company's provider
  if (user.company_id === null || user.role === "examiner") return null;
  const row = await ctx.db
    .selectFrom("identity_providers")
    .select(["name", "break_glass_user_id"])
    .where("company_id", "=", user.company_id)
    .where("is_active", "=", true)
    .where("is_enforced", "=", true)
    .executeTakeFirst();
  return row === undefined ? null : { name: row.name, isBreakGlass: row.break_glass_user_id === user.id };
}

/** Whether the address is in a domain that the company has verified. */
export async function isProvedAddress(ctx: Context, companyId: number, email: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("sign_on_domains")
    .select("id")
    .where("company_id", "=", companyId)
    .where("domain", "=", email.slice(email.lastIndexOf("@") + 1))
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export type CommonValues = {
  name: string;
  /** The entity ID of a SAML provider. */
  issuer: string;
  is_active: boolean;
  is_enforced: boolean;
  creates_people: boolean;
  workspace_ids: number[];
  groups_claim: string;
  rules: GroupRule[];
  break_glass_user_id: number | null;
};
export type OidcValues = CommonValues & {
  protocol: "oidc";
  client_id: string;
  sealed: Buffer | null;
  accepts_tokens: boolean;
  /** null: the address of the company's protocol server. */
  token_audience: string | null;
  requires_scopes: boolean;
};
export type SamlValues = CommonValues & {
  protocol: "saml";
  sign_in_url: string;
  certificates: string[];
  attributes: SamlAttributes;
};
export type ProviderValues = OidcValues | SamlValues;
type OfCompany = { company_id: number; version: number };
export type OidcProvider = OidcValues & OfCompany;
/** Ours, changed by `saml/change-key.ts` alone. */
type SamlKeys = {
  key_certificate: string | null;
  key_sealed: Buffer | null;
  next_key_certificate: string | null;
  next_key_sealed: Buffer | null;
};
export type SamlProvider = SamlValues & OfCompany & SamlKeys;
export type ProviderRow = OidcProvider | SamlProvider;

const columns = [
  "company_id",
  "version",
  "protocol",
  "name",
  "issuer",
  "client_id",
  "sealed",
  "accepts_tokens",
  "token_audience",
  "requires_scopes",
  "sign_in_url",
  "certificates",
  "key_certificate",
  "key_sealed",
  "next_key_certificate",
  "next_key_sealed",
  "is_active",
  "is_enforced",
  "creates_people",
  "workspace_ids",
  "groups_claim",
  "break_glass_user_id",
] as const;

function selectProviders(ctx: Context) {
  return (
    ctx.db
      .selectFrom("identity_providers")
      .select(columns)
      .select(sql<GroupRule[]>`rules`.as("rules"))
      .select(sql<SamlAttributes | null>`attributes`.as("attributes"))
      // the table's checks: a row has all columns of its protocol, and none of the other
      .$castTo<ProviderRow>()
  );
}

export async function findProvider(ctx: Context, companyId: number): Promise<ProviderRow | null> {
  return (await selectProviders(ctx).where("company_id", "=", companyId).executeTakeFirst()) ?? null;
}

/** The provider of an existing company that accepts access tokens; null for every other company. */
export async function findOpenProvider(ctx: Context, companyId: number): Promise<OidcProvider | null> {
  const row = await selectProviders(ctx)
    .where("company_id", "=", companyId)
    .where("is_active", "=", true)
    .where("accepts_tokens", "=", true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("companies")
          .select("companies.id")
          .where("companies.id", "=", companyId)
          .where("companies.deleted_at", "is", null),
      ),
    )
    .executeTakeFirst();
  return row?.protocol === "oidc" ? row : null;
}

/** The person that a provider's subject is here, and until when its tokens for them ended; null for a stranger. */
export async function findSubject(
  ctx: Context,
  { company_id: companyId, issuer }: Pick<OidcProvider, "company_id" | "issuer">,
  subject: string,
): Promise<{ userId: number; tokensEndAt: Date | null } | null> {
  const row = await ctx.db
    .selectFrom("identities")
    .select(["user_id", "tokens_end_at"])
    .where("company_id", "=", companyId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, tokensEndAt: row.tokens_end_at };
}

/** Across companies: a logout token names issuer and client, but no company. */
export async function listOidcProviders(ctx: Context, issuer: string): Promise<OidcProvider[]> {
  const rows = await selectProviders(ctx)
    .where("issuer", "=", issuer)
    .where("is_active", "=", true)
    .execute();
  return rows.filter((row) => row.protocol === "oidc");
}

/** The active provider of a verified domain. */
export async function findProviderOfDomain(ctx: Context, domain: string): Promise<ProviderRow | null> {
  const row = await ctx.db
    .selectFrom("sign_on_domains as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select("d.company_id")
    .where("d.domain", "=", domain)
    .where("d.verified_at", "is not", null)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const provider = await findProvider(ctx, row.company_id);
  return provider?.is_active === true ? provider : null;
}

/** Assertions that nothing accepts any more. */
export async function forgetEnded(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom("used_assertions").where("ends_at", "<", ctx.now).execute();
}
