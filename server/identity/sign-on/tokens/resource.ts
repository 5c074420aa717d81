import { mcpPath } from "#server/http/problem.ts";

const wellKnown = "/.well-known/oauth-protected-resource";

/** The route of a company's protocol server, and of what is published about it (RFC 9728, 3.1). */
export const resourcePath = `${mcpPath}/:company`;
export const metadataPath = `${wellKnown}${resourcePath}`;

/** A company's protocol server, as OAuth names it: each company has its own, and so its own authorization server. */
export function resourceOf(publicUrl: string, companyId: number): string {
  return `${publicUrl}${mcpPath}/${companyId}`;
}

/** Where a client reads which authorization server issues the tokens. */
export function metadataUrlOf(publicUrl: string, companyId: number): string {
  const { origin, pathname } = new URL(resourceOf(publicUrl, companyId));
  return `${origin}${wellKnown}${pathname}`;
}
