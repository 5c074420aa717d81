import type { SignOn, SignOnDomain } from "#contract/sign-on.ts";
import type { CompanyId, Context } from "#server/context.ts";
import { findProvider, listDomains } from "./store.ts";
import type { DomainRow } from "./store.ts";

export const redirectUrlOf = (publicUrl: string) => `${publicUrl}/sign-on`;

/** The TXT record that proves a domain. */
export const recordOf = ({ token }: { token: string }) => `footnote-domain=${token}`;

export function presentDomain(row: DomainRow): SignOnDomain {
  return {
    id: row.id,
    companyId: row.company_id,
    domain: row.domain,
    record: recordOf(row),
    verifiedAt: row.verified_at?.toISOString() ?? null,
  };
}

export async function presentSignOn(ctx: Context, companyId: CompanyId): Promise<SignOn> {
  const provider = await findProvider(ctx, companyId);
  const { publicUrl } = ctx.services.config;
  return {
    provider: provider && {
      name: provider.name,
      issuer: provider.issuer,
      clientId: provider.client_id,
      hasSecret: provider.sealed !== null,
      isActive: provider.is_active,
      isEnforced: provider.is_enforced,
      createsPeople: provider.creates_people,
      workspaceIds: provider.workspace_ids,
      groupsClaim: provider.groups_claim,
      rules: provider.rules,
      breakGlassUserId: provider.break_glass_user_id,
    },
    domains: (await listDomains(ctx, companyId)).map(presentDomain),
    redirectUrl: redirectUrlOf(publicUrl),
    logoutUrl: `${publicUrl}/api/auth/sign-on/logout`,
  };
}
