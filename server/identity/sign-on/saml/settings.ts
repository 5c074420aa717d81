import { SamlSettings } from "#contract/identity/sign-on.ts";
import type { Caller, CompanyId, Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { lateAnswer, onDeadline } from "#server/platform/deadline.ts";
import { checkAddress, refuseFields, requireValues, type Change } from "../check-settings.ts";
import type { CommonValues, ProviderValues, SamlValues } from "../shared-store.ts";
import { readCertificate } from "./certificates.ts";
import { samlDeadlineMs, samlReaders } from "./saml-thread.ts";

/** The contents of the given metadata document, read in a thread; null without one. @throws AppError invalid */
export async function readGivenMetadata(
  { services }: Caller,
  companyId: CompanyId,
  { metadata: xml, entityId, signInUrl, certificates }: Change,
  signal: AbortSignal,
): Promise<SamlSettings | null> {
  if (xml === undefined) return null;
  if ([entityId, signInUrl, certificates].some((value) => value !== undefined))
    throw invalid("metadata", "Enter either the metadata or its values, not both.");
  const owner = { company: companyId, person: 0 };
  const reading = samlReaders
    .of(services)
    .run("readMetadata", { xml }, { owner, deadlineMs: samlDeadlineMs, signal });
  const read = await onDeadline<Awaited<typeof reading>>(reading, (late) => {
    const says = "This metadata took too long to read. Enter the values by hand.";
    throw lateAnswer(late, invalid("metadata", says));
  });
  if ("refused" in read) throw invalid("metadata", read.refused);
  const { data, error } = SamlSettings.safeParse(read);
  if (data === undefined) throw invalid("metadata", error.issues[0]?.message ?? "");
  return data;
}

const noAttributes = { subject: "", email: "", firstName: "", lastName: "" };

/** The settings of a SAML provider after a change. @throws AppError invalid */
export function withSaml(
  ctx: Context,
  common: Omit<CommonValues, "issuer">,
  before: ProviderValues | null,
  change: Change,
): SamlValues {
  const { issuer: ofOidc, clientId, clientSecret, acceptsTokens, tokenAudience, requiresScopes } = change;
  refuseFields("OpenID Connect", {
    issuer: ofOidc,
    clientId,
    clientSecret,
    acceptsTokens,
    tokenAudience,
    requiresScopes,
  });
  const was =
    before?.protocol === "saml"
      ? before
      : { issuer: "", sign_in_url: "", certificates: [], attributes: noAttributes };
  const issuer = change.entityId ?? was.issuer;
  const sign_in_url = change.signInUrl ?? was.sign_in_url;
  requireValues("A new identity provider needs a name, an entity ID and a sign-in address.", {
    name: common.name,
    entityId: issuer,
    signInUrl: sign_in_url,
  });
  const field = change.metadata === undefined ? undefined : "metadata";
  checkAddress(ctx, field ?? "signInUrl", sign_in_url);
  // what is stored already may expire there; refusing it here would forbid every other change
  const certificates =
    change.certificates === undefined
      ? was.certificates
      : usable(ctx, field ?? "certificates", change.certificates);
  if (certificates.length === 0)
    throw invalid("certificates", "Enter the certificate that your identity provider signs with.");
  return {
    ...common,
    protocol: "saml",
    issuer,
    sign_in_url,
    certificates,
    attributes: change.attributes ?? was.attributes,
  };
}

/**
 * Each must be usable, so that a typing error shows now. A metadata document may list old ones too, which are left out
 * if another is current.
 */
function usable(ctx: Context, field: string, given: string[]): string[] {
  const read = given.map((text) => readCertificate(text, ctx.now));
  const found = read.flatMap((one) => ("refused" in one ? [] : [one.pem]));
  const refused = read.find((one) => "refused" in one);
  if (refused !== undefined && (field !== "metadata" || found.length === 0))
    throw invalid(field, refused.refused);
  return [...new Set(found)];
}
