import { expect, test } from "vitest";
import {
  assertionIn,
  own,
  parts,
  read,
  signatureIn,
  signed,
  signer,
} from "#testing/fixtures/saml-responses.ts";
import { encoded, responseXml, signXml } from "#testing/saml-signer.ts";
import { serviceProvider } from "./service-provider.ts";

/** The same assertion of another person under another identifier, without the signature. */
const evil = (xml: string) =>
  assertionIn(xml)
    .replace(signatureIn(xml), "")
    .replace(/ ID="[^"]*"/, ' ID="_evil"')
    .replace("subject-1", "victim");

/** A signed response in its parts, and the response of another person to put around or before it. */
function signedResponse() {
  const xml = signXml(responseXml(parts()), signer, "Response");
  const signature = signatureIn(xml);
  const original = xml.replace(signature, "");
  const outer = original.replace(/ ID="[^"]*"/, ' ID="_other"').replace("subject-1", "victim");
  return { signature, original, outer };
}

/** XML signature wrapping as in the literature (Somorovsky and others, 2012), by its numbers there. */
const wrapped: Record<string, [what: string, wrap: (xml: string) => string]> = {
  "XSW1: the signed response in the signature of another": [
    "a response at",
    () => {
      const { signature, original, outer } = signedResponse();
      return outer.replace(
        "</saml:Issuer>",
        `</saml:Issuer>${signature.replace("</Signature>", `${original}</Signature>`)}`,
      );
    },
  ],
  "XSW2: the signed response beside the signature of another": [
    "a response at",
    () => {
      const { signature, original, outer } = signedResponse();
      return outer.replace("</saml:Issuer>", `</saml:Issuer>${original}${signature}`);
    },
  ],
  "XSW3: another assertion before the signed one": [
    "an assertion at",
    (xml) => xml.replace("<saml:Assertion", `${evil(xml)}<saml:Assertion`),
  ],
  "XSW4: the signed assertion in another": [
    "an assertion at",
    (xml) =>
      xml.replace(
        assertionIn(xml),
        evil(xml).replace("</saml:Assertion>", `${assertionIn(xml)}</saml:Assertion>`),
      ),
  ],
  "XSW5: the signature in another assertion, the signed one behind": [
    "an assertion at",
    (xml) =>
      xml.replace(
        assertionIn(xml),
        evil(xml).replace("</saml:Issuer>", `</saml:Issuer>${signatureIn(xml)}`) +
          assertionIn(xml).replace(signatureIn(xml), ""),
      ),
  ],
  "XSW6: the signed assertion in the signature in another": [
    "an assertion at",
    (xml) => {
      const original = assertionIn(xml).replace(signatureIn(xml), "");
      const signature = signatureIn(xml).replace("</Signature>", `${original}</Signature>`);
      return xml.replace(assertionIn(xml), evil(xml).replace("</saml:Issuer>", `</saml:Issuer>${signature}`));
    },
  ],
  "XSW7: another assertion in extensions": [
    "an assertion at",
    (xml) => xml.replace("<samlp:Status>", `<samlp:Extensions>${evil(xml)}</samlp:Extensions><samlp:Status>`),
  ],
  "XSW8: the signed assertion in an object of the signature in another": [
    "an object at",
    (xml) => {
      const original = assertionIn(xml).replace(signatureIn(xml), "");
      const signature = signatureIn(xml).replace("</Signature>", `<Object>${original}</Object></Signature>`);
      return xml.replace(assertionIn(xml), evil(xml).replace("</saml:Issuer>", `</saml:Issuer>${signature}`));
    },
  ],
  "two signed assertions": [
    "an assertion at",
    (xml) => xml.replace("</samlp:Response>", `${assertionIn(signed())}</samlp:Response>`),
  ],
  "the same assertion twice": [
    "the identifier",
    (xml) => xml.replace("</samlp:Response>", `${assertionIn(xml)}</samlp:Response>`),
  ],
  "another assertion in a foreign namespace": [
    "an assertion at",
    (xml) =>
      xml.replace(
        "<samlp:Status>",
        `${evil(xml).replaceAll("saml:Assertion", "x:Assertion").replace("<x:Assertion", '<x:Assertion xmlns:x="urn:x"')}<samlp:Status>`,
      ),
  ],
  "a second signature elsewhere": [
    "a signature at",
    (xml) => xml.replace("</saml:NameID>", `</saml:NameID>${signatureIn(xml)}`),
  ],
};

test.each(Object.entries(wrapped))(
  "%s is refused by its form, and by the library alone",
  async (_name, [what, wrap]) => {
    const response = encoded(wrap(signed()));
    const because = expect.stringContaining(what) as string;
    expect(await read(response)).toEqual({ refused: "signature", because });
    const values = { signInUrl: "https://login.example.com", certificates: [signer.cert] };
    const found = await serviceProvider(own, values)
      .validatePostResponseAsync({ SAMLResponse: response })
      .then(({ profile }) => profile?.nameID ?? "nobody")
      .catch(() => "refused");
    expect(["refused", "subject-1"]).toContain(found);
  },
);
