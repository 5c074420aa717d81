import { createHash, createHmac, X509Certificate } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  cut,
  entityId,
  next,
  noNames,
  own,
  parts,
  read,
  signed,
  signer,
} from "#testing/fixtures/saml-responses.ts";
import { encoded, makeSigner, responseXml, signXml, type Signer } from "#testing/saml-signer.ts";
import { addressesOf } from "./addresses.ts";
import type { Reason } from "../refusal.ts";

let foreign: Signer;
let expired: Signer;
beforeAll(async () => {
  [foreign, expired] = await Promise.all([makeSigner(), makeSigner({ days: -1 })]);
});

test("a signed assertion gives its claims, whichever of the certificates signed it", async () => {
  const claims = {
    subject: "subject-1",
    email: "ada@example.com",
    firstName: "Ada",
    lastName: "Byron",
    groups: ["a", "b"],
  };
  expect(await read(encoded(signed()))).toMatchObject({ claims, inResponseTo: "_request" });
  expect(await read(encoded(signXml(responseXml(parts()), next)))).toMatchObject({ claims });
  const both = signXml(signed(), signer, "Response");
  expect(await read(encoded(both))).toMatchObject({ claims });
});

const sha1 = {
  signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  digest: "http://www.w3.org/2001/04/xmlenc#sha256",
};
const sha1Digest = {
  signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  digest: "http://www.w3.org/2000/09/xmldsig#sha1",
};

type Attack = [name: string, because: Reason, response: () => string];
const attacks: Attack[] = [
  ["nothing signed", "signature", () => responseXml(parts())],
  ["the signature cut out", "signature", () => signed().replace(/<Signature[^]*?<\/Signature>/, "")],
  [
    "an unsigned assertion in a signed response",
    "signature",
    () => signXml(responseXml(parts()), signer, "Response"),
  ],
  ["a changed subject", "signature", () => signed().replace("subject-1", "victim")],
  ["a changed attribute", "signature", () => signed().replace("Ada@Example.com", "victim@example.com")],
  [
    "a foreign certificate, in KeyInfo too (CVE-2024-32962)",
    "signature",
    () => signXml(responseXml(parts()), foreign),
  ],
  ["a signature by SHA-1", "algorithm", () => signXml(responseXml(parts()), signer, "Assertion", sha1)],
  ["a digest by SHA-1", "algorithm", () => signXml(responseXml(parts()), signer, "Assertion", sha1Digest)],
  ["an HMAC with the certificate as its key (GHSA-c27r-x354-4m68)", "algorithm", () => withHmac(signed())],
  [
    "a comment in a digest (CVE-2025-29775)",
    "unreadable",
    () => signed().replace("<DigestValue>", "<DigestValue>AAAA<!--x-->"),
  ],
  ["two SignedInfo (CVE-2025-29774)", "signature", () => doubleSignedInfo(signed())],
  [
    "a comment in the subject (CVE-2017-11428)",
    "unreadable",
    () => signed({ subject: "subject-1<!---->.evil" }),
  ],
  [
    "a comment in the address",
    "unreadable",
    () => signed({ attributes: { email: "user@a.com<!---->.evil.com" } }),
  ],
  ["a comment put in afterwards", "unreadable", () => signed().replace("subject-1", "subj<!---->ect-1")],
  ["a processing instruction", "unreadable", () => signed().replace("subject-1", "subject<?x?>-1")],
  ["a CDATA section", "unreadable", () => signed().replace("subject-1", "<![CDATA[subject-1]]>")],
  [
    "a document type with entities",
    "unreadable",
    () => `<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${signed().replace("Byron", "&b;")}`,
  ],
  ["a document type", "unreadable", () => `<!DOCTYPE r>${signed()}`],
  [
    "an external entity",
    "unreadable",
    () => `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${signed().replace("Byron", "&f;")}`,
  ],
  [
    "two roots (CVE-2022-39299, CVE-2022-39353)",
    "unreadable",
    () => `${signed()}${signed({ subject: "victim" })}`,
  ],
  ["text after the root", "unreadable", () => `${signed()}x`],
  [
    "deep nesting",
    "unreadable",
    () => signed().replace("<samlp:Status>", `${"<x>".repeat(100)}${"</x>".repeat(100)}<samlp:Status>`),
  ],
  [
    "very many elements",
    "unreadable",
    () => signed().replace("<samlp:Status>", `${"<x/>".repeat(9_000)}<samlp:Status>`),
  ],
  [
    "very many attributes",
    "unreadable",
    () =>
      signed().replace(
        "<samlp:Status>",
        `<x ${Array.from({ length: 40 }, (_, n) => `a${n}=""`).join(" ")}/><samlp:Status>`,
      ),
  ],
  [
    "an encoding that parsers read differently",
    "unreadable",
    () => `<?xml version="1.0" encoding="UTF-7"?>${signed()}`,
  ],
  ["XML 1.1", "unreadable", () => `<?xml version="1.1"?>${signed()}`],
  ["no XML", "unreadable", () => "hello"],
  [
    "a request instead of a response",
    "unreadable",
    () => signed().replaceAll("samlp:Response", "samlp:AuthnRequest"),
  ],
  [
    "a response without a namespace",
    "unreadable",
    () => signed().replace("SAML:2.0:protocol", "SAML:1.0:protocol"),
  ],
  ["another provider's issuer", "issuer", () => signed({ entityId: "https://evil.example" })],
  ["another issuer on the envelope", "issuer", () => signed().replace(entityId, "https://evil.example")],
  ["an audience that is not us", "audience", () => signed({ audience: "https://other.example" })],
  [
    "an audience of another company here",
    "audience",
    () => signed({ audience: addressesOf(own.publicUrl, 8).entityId }),
  ],
  ["another recipient", "recipient", () => signed({ acsUrl: "https://evil.example/acs" })],
  [
    "the recipient of another company here",
    "recipient",
    () => signed({ acsUrl: addressesOf(own.publicUrl, 8).acsUrl }),
  ],
  ["another destination", "recipient", () => signed({ destination: "https://evil.example/acs" })],
  [
    "a provider whose clock is 5 minutes ahead",
    "early",
    () => signed({ issued: 300, notBefore: 300, ends: 600 }),
  ],
  [
    "the same, without NotBefore",
    "early",
    () => signXml(responseXml(parts({ issued: 300, ends: 600 })).replace(/ NotBefore="[^"]*"/, ""), signer),
  ],
  [
    "a provider whose clock is 5 minutes behind",
    "expired",
    () => signed({ issued: -300, notBefore: -300, ends: 0 }),
  ],
  [
    "the same, with an assertion for an hour",
    "expired",
    () => signed({ issued: -300, notBefore: -300, ends: 3_300 }),
  ],
  ["a confirmation that ended 5 minutes ago", "expired", () => endedConfirmation()],
  [
    "an assertion without an expiry",
    "unreadable",
    () => signXml(responseXml(parts()).replace(/(<saml:Conditions[^>]*) NotOnOrAfter="[^"]*"/, "$1"), signer),
  ],
  [
    "an assertion without conditions",
    "audience",
    () => signXml(responseXml(parts()).replace(/<saml:Conditions.*<\/saml:Conditions>/, ""), signer),
  ],
  [
    "an assertion without an authentication statement",
    "incomplete",
    () => signXml(responseXml(parts()).replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ""), signer),
  ],
  [
    "an assertion that its bearer may not use",
    "incomplete",
    () => signXml(responseXml(parts()).replace(":cm:bearer", ":cm:holder-of-key"), signer),
  ],
  ["an assertion that answers no request", "unsolicited", () => signed({ requestId: null })],
  ["two requests", "request", () => signed().replace('InResponseTo="_request"', 'InResponseTo="_another"')],
  [
    "a transient NameID",
    "subject",
    () => signed({ format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }),
  ],
  [
    "an address as NameID",
    "subject",
    () => signed({ format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" }),
  ],
  [
    "an attribute named nameID",
    "subject",
    () =>
      signXml(
        responseXml(parts({ attributes: { nameID: "victim" } })).replace(/<saml:NameID.*<\/saml:NameID>/, ""),
        signer,
      ),
  ],
  [
    "an encrypted assertion",
    "encrypted",
    () => signed().replaceAll("saml:Assertion", "saml:EncryptedAssertion"),
  ],
  ["a sign-in that was canceled", "canceled", () => responseXml(parts({ status: "Responder" }))],
  ["a failed status with a signed assertion", "canceled", () => signed({ status: "AuthnFailed" })],
];

/** Signed with the certificate as the secret, which everybody knows. */
function withHmac(xml: string): string {
  const hmac = xml.replace("2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#hmac-sha1");
  const info = cut(hmac, /<SignedInfo[^]*<\/SignedInfo>/);
  const value = createHmac("sha1", new X509Certificate(signer.cert).toString()).update(info).digest("base64");
  return hmac.replace(/<SignatureValue>[^<]*/, `<SignatureValue>${value}`);
}

/** A second one, with the digest of a changed assertion, which a careless library takes for the signed one. */
function doubleSignedInfo(xml: string): string {
  const digest = createHash("sha256").update("victim").digest("base64");
  const info = cut(xml, /<SignedInfo[^]*<\/SignedInfo>/);
  return xml.replace(info, info.replace(/<DigestValue>[^<]*/, `<DigestValue>${digest}`) + info);
}

function endedConfirmation(): string {
  const past = new Date(Date.now() - 300_000).toISOString();
  const xml = responseXml(parts()).replace(/(ConfirmationData[^>]*NotOnOrAfter=")[^"]*/, `$1${past}`);
  return signXml(xml, signer);
}

test.each(attacks)("%s is refused", async (_name, because, response) => {
  expect(await read(encoded(response()))).toMatchObject({ refused: because });
});

test("an expired certificate is ignored, and the refusal says so if the provider has no other", async () => {
  const response = encoded(signXml(responseXml(parts()), expired));
  const both = { certificates: [signer.cert, expired.cert] };
  expect(await read(response, both)).toMatchObject({ refused: "signature" });
  expect(await read(response, { certificates: [expired.cert] })).toMatchObject({ refused: "certificate" });
});

test("bytes that are not UTF-8 are refused", async () => {
  expect(await read(Buffer.from([0x3c, 0xff, 0xfe]).toString("base64"))).toMatchObject({
    refused: "unreadable",
  });
});

test("the administrator's attribute identifies a person, and attributes without a configured name have the usual ones", async () => {
  const attributes = {
    oid: "lasting-1",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": "ada@example.com",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname": "Ada",
    "http://schemas.microsoft.com/identity/claims/displayname": "A. Byron King",
    "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups": "compliance",
  };
  const response = encoded(
    signed({ attributes, format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }),
  );
  const change = {
    attributes: { ...noNames, subject: "oid" },
    groupsClaim: "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
  };
  expect(await read(response, change)).toMatchObject({
    claims: {
      subject: "lasting-1",
      email: "ada@example.com",
      firstName: "Ada",
      lastName: "Byron King",
      groups: ["compliance"],
    },
  });
});

test("none of several addresses or subjects identifies a person", async () => {
  const attributes = { email: ["ada@example.com", "eve@example.com"], oid: ["one", "two"] };
  expect(await read(encoded(signed({ attributes })))).toMatchObject({ claims: { email: null } });
  expect(
    await read(encoded(signed({ attributes })), { attributes: { ...noNames, subject: "oid" } }),
  ).toMatchObject({ refused: "subject" });
});
