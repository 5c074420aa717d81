import { SamlStatusError } from "@node-saml/node-saml";
import { z } from "zod";
import type { SamlAttributes } from "#contract/identity/sign-on.ts";
import { claimEmail, claimNames, type Claims } from "../claims.ts";
import type { Reason } from "../refusal.ts";
import { addressesOf } from "./addresses.ts";
import { currentOf } from "./certificates.ts";
import { checkEnvelope, type Envelope } from "./check-envelope.ts";
import { decryptAssertion } from "./decrypt-assertion.ts";
import { Refusal } from "./refusal.ts";
import { clockSkewMs, persistentFormat, serviceProvider } from "./service-provider.ts";

export type ResponseToRead = {
  /** Base64 of a form's field (SAML bindings, 3.5.4). */
  response: string;
  own: {
    publicUrl: string;
    companyId: number;
    /** Private keys, as PEM, that an assertion may be encrypted for. */
    keys: string[];
  };
  provider: {
    entityId: string;
    signInUrl: string;
    certificates: string[];
    attributes: SamlAttributes;
    groupsClaim: string;
  };
};
export type ResponseRead =
  | { claims: Claims; assertionId: string; inResponseTo: string }
  | { refused: Reason; because: string };

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const Text = z.object({ _: z.string() });
const Time = z.iso.datetime({ offset: true });
const one = <T extends z.ZodType>(schema: T) => z.tuple([schema]);

/** Signed content as the library returns it: names without prefixes, elements in arrays, attributes under `$`. */
const Assertion = z.object({
  $: z.object({ ID: z.string().min(1), Version: z.literal("2.0"), IssueInstant: Time }),
  Issuer: one(Text),
  Subject: one(
    z.object({
      NameID: one(Text.extend({ $: z.object({ Format: z.string().optional() }).optional() })).optional(),
      SubjectConfirmation: one(
        z.object({
          $: z.object({ Method: z.literal(bearer) }),
          SubjectConfirmationData: one(
            z.object({
              $: z.object({
                Recipient: z.string(),
                NotOnOrAfter: Time,
                NotBefore: Time.optional(),
                InResponseTo: z.string().optional(),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
  Conditions: one(z.object({ $: z.object({ NotOnOrAfter: Time }) })),
  AuthnStatement: z.array(z.unknown()).min(1),
});
type Assertion = z.output<typeof Assertion>;

/**
 * The claims of a response with one signed assertion (SAML profiles, 4.1.4.3). An encrypted one is decrypted, then the
 * form is checked, then the library checks signature, audience and times; everything after is read from the signed bytes
 * alone. Runs in a thread.
 */
export async function readResponse({ response, own, provider }: ResponseToRead): Promise<ResponseRead> {
  try {
    const { envelope, assertion, attributes } = await readVerified(decode(response), own, provider);
    const { acsUrl } = addressesOf(own.publicUrl, own.companyId);
    const { SubjectConfirmationData } = assertion.Subject[0].SubjectConfirmation[0];
    const { InResponseTo, Recipient } = SubjectConfirmationData[0].$;
    const issuers = [assertion.Issuer[0]._, envelope.issuer ?? provider.entityId];
    if (issuers.some((issuer) => issuer.trim() !== provider.entityId))
      throw new Refusal("issuer", issuers.join(" in "));
    if (Recipient !== acsUrl || (envelope.destination ?? acsUrl) !== acsUrl)
      throw new Refusal("recipient", `${Recipient} in ${envelope.destination}`);
    if (InResponseTo === undefined) throw new Refusal("unsolicited", "it names no request");
    if ((envelope.inResponseTo ?? InResponseTo) !== InResponseTo)
      throw new Refusal("request", `${InResponseTo} in ${envelope.inResponseTo}`);
    checkTimes(assertion);
    return {
      claims: claimsOf(assertion, attributes, provider),
      assertionId: assertion.$.ID,
      inResponseTo: InResponseTo,
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason, because: error.message };
    throw error;
  }
}

function decode(response: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(response, "base64"));
  } catch {
    throw new Refusal("unreadable", "no UTF-8");
  }
}

/** Reasons that the library finds after the signature. */
const afterSignature = new Set<Reason>(["early", "expired", "audience"]);

/**
 * Before the signature is verified, a decrypted text is refused for one reason only: whoever could tell a wrong padding
 * from a wrong form could decrypt a stolen assertion by trying (Jager and Somorovsky, 2011).
 */
async function readVerified(
  xml: string,
  own: ResponseToRead["own"],
  provider: ResponseToRead["provider"],
): Promise<Verified & { envelope: Envelope }> {
  const certificates = currentOf(provider.certificates, new Date());
  if (certificates.length === 0) throw new Refusal("certificate", "all have expired");
  const plain = decryptAssertion(xml, own.keys);
  try {
    const envelope = checkEnvelope(plain);
    return { envelope, ...(await verify(plain, own, { signInUrl: provider.signInUrl, certificates })) };
  } catch (error) {
    if (plain === xml || !(error instanceof Refusal) || afterSignature.has(error.reason)) throw error;
    throw new Refusal("signature", `decrypted: ${error.message}`);
  }
}

type Verified = { assertion: Assertion; attributes: Record<string, unknown> };

/** The verified assertion, from the bytes that were signed. */
async function verify(
  xml: string,
  own: ResponseToRead["own"],
  provider: { signInUrl: string; certificates: string[] },
): Promise<Verified> {
  const saml = serviceProvider(own, provider);
  try {
    // the text that was checked, not what another decoder makes of the field
    const { profile } = await saml.validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString("base64"),
    });
    // not `profile.nameID` and `profile.issuer`, which attributes of these names can set
    const { Assertion: told } = profile?.getAssertion?.() ?? {};
    return {
      assertion: Assertion.parse(told),
      attributes: (profile?.attributes ?? {}) as Record<string, unknown>,
    };
  } catch (error) {
    throw new Refusal(reasonOf(error), error instanceof Error ? error.message : String(error));
  }
}

/** The library tells its refusals apart by words alone; an unknown one is refused too. */
function reasonOf(error: unknown): Reason {
  if (error instanceof SamlStatusError) return "canceled";
  if (error instanceof z.ZodError) return "incomplete";
  const words = error instanceof Error ? error.message : "";
  if (/not yet valid/.test(words)) return "early";
  if (/expired/.test(words)) return "expired";
  if (/audience/i.test(words)) return "audience";
  return /signature/i.test(words) ? "signature" : "unreadable";
}

/** What the library leaves out: an assertion from the future, and the confirmation's own times. */
function checkTimes({ $, Subject }: Assertion): void {
  const now = Date.now();
  const { NotBefore, NotOnOrAfter } = Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$;
  const isAhead = [$.IssueInstant, NotBefore].some(
    (time) => time !== undefined && Date.parse(time) > now + clockSkewMs,
  );
  if (isAhead) throw new Refusal("early", `issued ${$.IssueInstant}`);
  if (Date.parse(NotOnOrAfter) <= now - clockSkewMs) throw new Refusal("expired", `until ${NotOnOrAfter}`);
}

/** Attribute names of Entra ID and AD FS, Okta and Google (by their guides), and Shibboleth (by OID). */
const usualNames = {
  email: [
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "email",
    "mail",
    "urn:oid:0.9.2342.19200300.100.1.3",
  ],
  firstName: [
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
    "firstName",
    "givenName",
    "urn:oid:2.5.4.42",
  ],
  lastName: [
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
    "lastName",
    "sn",
    "urn:oid:2.5.4.4",
  ],
  fullName: ["http://schemas.microsoft.com/identity/claims/displayname", "displayName"],
};

function claimsOf(
  { Subject }: Assertion,
  attributes: Record<string, unknown>,
  { attributes: names, groupsClaim }: ResponseToRead["provider"],
): Claims {
  const textsOf = (name: string): string[] =>
    Object.hasOwn(attributes, name)
      ? [attributes[name]].flat().filter((value) => typeof value === "string")
      : [];
  /** The only value; of several, none is the person's. */
  const textOf = (chosen: string, usual: string[]) => {
    const name = chosen === "" ? usual.find((each) => textsOf(each).length > 0) : chosen;
    const [text, ...others] = name === undefined ? [] : textsOf(name);
    return others.length === 0 ? text : undefined;
  };
  const [{ NameID }] = Subject;
  const persistent = NameID?.[0].$?.Format === persistentFormat ? NameID[0]._ : undefined;
  const subject = names.subject === "" ? persistent : textOf(names.subject, []);
  // SAML core, 8.3.7: at most 256 characters
  if (subject === undefined || subject.trim() === "" || subject.length > 256)
    throw new Refusal("subject", `a NameID of the format ${NameID?.[0].$?.Format ?? "unspecified"}`);
  return {
    subject,
    email: claimEmail(textOf(names.email, usualNames.email)),
    ...claimNames({
      first: textOf(names.firstName, usualNames.firstName),
      last: textOf(names.lastName, usualNames.lastName),
      full: textOf("", usualNames.fullName),
    }),
    groups: groupsClaim === "" ? [] : textsOf(groupsClaim),
  };
}
