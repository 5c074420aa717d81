import type { CompanyId, Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { seal } from "#server/platform/secrets.ts";
import { checkAddress, refuseFields, requireValues, type Change } from "../check-settings.ts";
import {
  clientSecretBinding,
  type CommonValues,
  type OidcValues,
  type ProviderValues,
} from "../shared-store.ts";

const noneBefore = {
  issuer: "",
  client_id: "",
  sealed: null,
  accepts_tokens: false,
  token_audience: null,
  requires_scopes: true,
};

/** The settings of an OpenID Connect provider after a change. @throws AppError invalid */
export function withOidc(
  ctx: Context,
  companyId: CompanyId,
  common: Omit<CommonValues, "issuer">,
  before: ProviderValues | null,
  change: Change,
): OidcValues {
  const { metadata, entityId, signInUrl, certificates, attributes } = change;
  refuseFields("SAML", { metadata, entityId, signInUrl, certificates, attributes });
  const was = before?.protocol === "oidc" ? before : noneBefore;
  const issuer = change.issuer ?? was.issuer;
  const client_id = change.clientId ?? was.client_id;
  requireValues("A new identity provider needs a name, an issuer and a client ID.", {
    name: common.name,
    issuer,
    clientId: client_id,
  });
  const { search, hash, username } = checkAddress(ctx, "issuer", issuer);
  if (search !== "" || hash !== "" || username !== "")
    throw invalid("issuer", "An issuer has no query, fragment or credentials.");
  const { secretKeys } = ctx.services.config;
  const secret = change.clientSecret;
  const sealed =
    secret === undefined
      ? // a secret belongs only to the address it was given for
        issuer === was.issuer
        ? was.sealed
        : null
      : secret === ""
        ? null
        : seal(secretKeys, clientSecretBinding(companyId), secret);
  const accepts_tokens = change.acceptsTokens ?? was.accepts_tokens;
  const token_audience =
    change.tokenAudience === undefined ? was.token_audience : change.tokenAudience || null;
  // the provider names the client in ID tokens, which prove a sign-in here and nothing else
  if (token_audience === client_id)
    throw invalid(
      "tokenAudience",
      "The client ID is the audience of sign-ins. Choose another one for access tokens.",
    );
  const requires_scopes = change.requiresScopes ?? was.requires_scopes;
  return {
    ...common,
    protocol: "oidc",
    issuer,
    client_id,
    sealed,
    accepts_tokens,
    token_audience,
    requires_scopes,
  };
}
