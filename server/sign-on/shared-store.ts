import type { Context } from "#server/context.ts";

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
