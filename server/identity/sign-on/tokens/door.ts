import { tokenScopes } from "#contract/kernel/permissions.ts";
import { PathId } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import { findOpenProvider, type OidcProvider } from "../shared-store.ts";
import { metadataUrlOf, resourceOf } from "./resource.ts";

/** A company's protocol server that accepts the tokens of the company's own provider. */
export type Door = {
  provider: OidcProvider;
  resource: string;
  audience: string;
  metadataUrl: string;
  /** Those that a client asks its authorization server for; none where tokens need none. */
  scopes: readonly string[];
};

/** null alike for an unknown company, one without OpenID Connect, and one that accepts no tokens. */
export async function findDoor(ctx: Context, named: unknown): Promise<Door | null> {
  const { data: companyId } = PathId.safeParse(named);
  if (companyId === undefined) return null;
  const provider = await findOpenProvider(ctx, companyId);
  if (provider === null) return null;
  const { publicUrl } = ctx.services.config;
  const resource = resourceOf(publicUrl, companyId);
  return {
    provider,
    resource,
    audience: provider.token_audience ?? resource,
    metadataUrl: metadataUrlOf(publicUrl, companyId),
    // a provider that doesn't know a scope refuses the whole request for a token
    scopes: provider.requires_scopes ? tokenScopes : [],
  };
}

/** The protected resource's metadata (RFC 9728, section 2). */
export function metadataOf({ provider, resource, scopes }: Door) {
  return {
    resource,
    authorization_servers: [provider.issuer],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ["header"],
    resource_name: "Footnote",
  };
}

type Fault = {
  error: "invalid_token" | "insufficient_scope";
  description: string;
  scopes?: readonly string[];
};

/** The challenge of a refused call (RFC 6750, section 3; RFC 9728, section 5.1). */
export function challengeOf({ metadataUrl, scopes: all }: Door, fault: Fault | null): string {
  const scopes = fault?.scopes ?? all;
  const parts = [
    ...(fault === null ? [] : [`error="${fault.error}"`, `error_description="${fault.description}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(" ")}"`]),
    `resource_metadata="${metadataUrl}"`,
  ];
  return `Bearer ${parts.join(", ")}`;
}
