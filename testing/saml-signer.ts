import { randomBytes } from "node:crypto";
// needed by the certificates library, which leaves loading it to its user
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { SignedXml } from "xml-crypto";

const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: new Uint8Array([1, 0, 1]) };
const dayMs = 86_400_000;

/** The key and the self-signed certificate of an identity provider, as PEM. */
export async function makeSigner({ days = 30, bits = 2048 } = {}) {
  const keys = await crypto.subtle.generateKey({ ...rsa, modulusLength: bits }, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(8).toString("hex"),
    name: "CN=Identity provider",
    notBefore: new Date(Date.now() - 400 * dayMs),
    notAfter: new Date(Date.now() + days * dayMs),
    keys,
    signingAlgorithm: rsa,
  });
  return {
    key: x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY"),
    cert: certificate.toString("pem"),
  };
}
export type Signer = Awaited<ReturnType<typeof makeSigner>>;

const sha256 = {
  signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  digest: "http://www.w3.org/2001/04/xmlenc#sha256",
};

/** Signs the response's assertion, or the response itself. */
export function signXml(
  xml: string,
  { key, cert }: Signer,
  part: "Assertion" | "Response" = "Assertion",
  { signature, digest } = sha256,
): string {
  const signed = new SignedXml({ privateKey: key, publicCert: cert });
  signed.signatureAlgorithm = signature;
  signed.canonicalizationAlgorithm = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const xpath = part === "Response" ? "/*" : "//*[local-name(.)='Assertion']";
  signed.addReference({
    xpath,
    digestAlgorithm: digest,
    transforms: [
      "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
      "http://www.w3.org/2001/10/xml-exc-c14n#",
    ],
  });
  signed.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signed.getSignedXml();
}

export const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/** Everything in a response that a test may set wrong. */
export type ResponseParts = {
  entityId: string;
  acsUrl: string;
  audience: string;
  requestId: string | null;
  subject: string;
  format: string;
  attributes: Record<string, string | string[]>;
  /** Seconds from now. */
  issued: number;
  notBefore: number;
  ends: number;
  assertionId: string;
  status: string;
  destination: string;
};

/** A response with one assertion, not yet signed (SAML profiles, 4.1.4.2). */
export function responseXml(parts: ResponseParts): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const { entityId, acsUrl, requestId, issued, ends } = parts;
  const inResponseTo = requestId === null ? "" : ` InResponseTo="${requestId}"`;
  const attributes = Object.entries(parts.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`,
  );
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${parts.assertionId}" Version="2.0" IssueInstant="${at(issued)}" Destination="${parts.destination}"${inResponseTo}>`,
    `<saml:Issuer>${entityId}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${parts.status}"/></samlp:Status>`,
    `<saml:Assertion ID="${parts.assertionId}" Version="2.0" IssueInstant="${at(issued)}">`,
    `<saml:Issuer>${entityId}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${parts.format}">${parts.subject}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${acsUrl}" NotOnOrAfter="${at(ends)}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(parts.notBefore)}" NotOnOrAfter="${at(ends)}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(issued)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>`,
    `</saml:Assertion></samlp:Response>`,
  ].join("");
}

export const newAssertionId = () => `_${randomBytes(16).toString("hex")}`;
export const encoded = (xml: string) => Buffer.from(xml).toString("base64");
