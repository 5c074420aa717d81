import type { SignOn, SignOnDomain, SignOnProvider } from "#contract/identity/sign-on.ts";
import type { CompanyId, Context } from "#server/kernel/context.ts";
import { resourceOf } from "./tokens/resource.ts";
import { addressesOf } from "./saml/addresses.ts";
import { presentCertificate } from "./saml/certificates.ts";
import { keysIn } from "./saml/key-store.ts";
import { findProvider, type ProviderRow } from "./shared-store.ts";
import { listDomains, type DomainRow } from "./store.ts";

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
    provider: provider && presentProvider(provider),
    version: provider?.version ?? 0,
    domains: (await listDomains(ctx, companyId)).map(presentDomain),
    redirectUrl: redirectUrlOf(publicUrl),
    logoutUrl: `${publicUrl}/api/auth/sign-on/logout`,
    assistantUrl: resourceOf(publicUrl, companyId),
    saml: addressesOf(publicUrl, companyId),
  };
}

function presentProvider(provider: ProviderRow): SignOnProvider {
  const common = {
    name: provider.name,
    isActive: provider.is_active,
    isEnforced: provider.is_enforced,
    createsPeople: provider.creates_people,
    workspaceIds: provider.workspace_ids,
    groupsClaim: provider.groups_claim,
    rules: provider.rules,
    breakGlassUserId: provider.break_glass_user_id,
  };
  if (provider.protocol === "oidc") {
    return {
      protocol: "oidc",
      ...common,
      issuer: provider.issuer,
      clientId: provider.client_id,
      hasSecret: provider.sealed !== null,
      acceptsTokens: provider.accepts_tokens,
      tokenAudience: provider.token_audience ?? "",
      requiresScopes: provider.requires_scopes,
    };
  }
  const { issuer: entityId, sign_in_url: signInUrl, attributes, certificates } = provider;
  const presented = certificates.map(presentCertificate);
  const { inUse, next } = keysIn(provider);
  const keys = [
    ...(inUse === null ? [] : [{ ...presentCertificate(inUse.certificate), isInUse: true }]),
    ...(next === null ? [] : [{ ...presentCertificate(next.certificate), isInUse: false }]),
  ];
  return { protocol: "saml", ...common, entityId, signInUrl, attributes, certificates: presented, keys };
}
