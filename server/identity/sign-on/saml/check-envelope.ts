import { SaxesParser, type SaxesTagNS } from "saxes";
import { Refusal } from "./refusal.ts";

export const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
export const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";

/** Values of the unsigned envelope; null if absent. */
export type Envelope = { destination: string | null; inResponseTo: string | null; issuer: string | null };

/** No real response comes close: the longest, with a thousand groups, have 10 levels, 1,100 elements and 6 attributes on one. */
const mostLevels = 30;
const mostElements = 3_000;
const mostAttributes = 30;

/** SHA-1 is broken, and an HMAC would take the public certificate for a secret. */
const strongAlgorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

/**
 * Reads XML strictly (well-formed, namespaces bound) and calls `open` with each element and the path to it. What parsers
 * understand differently is refused: document types and their entities, comments, CDATA and processing instructions,
 * other encodings.
 * @throws Refusal unreadable
 */
export function readStrictly(
  xml: string,
  hear: {
    open(tag: SaxesTagNS, path: readonly string[]): void;
    text?(text: string, path: readonly string[]): void;
  },
): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const path: string[] = [];
  let elements = 0;
  const refuse = (what: string) => {
    throw new Refusal("unreadable", what);
  };
  parser.on("error", (error) => refuse(error.message));
  parser.on("xmldecl", ({ version, encoding = "UTF-8" }) => {
    if (version !== "1.0" || encoding.toUpperCase() !== "UTF-8") refuse(`XML ${version} in ${encoding}`);
  });
  parser.on("doctype", () => refuse("a document type"));
  parser.on("comment", () => refuse("a comment"));
  parser.on("cdata", () => refuse("a CDATA section"));
  parser.on("processinginstruction", () => refuse("a processing instruction"));
  parser.on("opentag", (tag) => {
    elements += 1;
    if (elements > mostElements || path.length >= mostLevels) refuse("too many elements or levels");
    if (Object.keys(tag.attributes).length > mostAttributes) refuse("too many attributes");
    hear.open(tag, path);
    path.push(tag.local);
  });
  parser.on("text", (text) => hear.text?.(text, path));
  parser.on("closetag", () => path.pop());
  parser.write(xml).close();
}

/**
 * Checks the form that a response with one signed assertion has, before its signature: signature wrapping puts
 * elements elsewhere or twice.
 * @throws Refusal
 */
export function checkEnvelope(xml: string): Envelope {
  const envelope: Envelope = { destination: null, inResponseTo: null, issuer: null };
  const ids = new Set<string>();
  const places = new Set<string>();
  let status = "";
  readStrictly(xml, {
    open(tag, path) {
      const { local, uri } = tag;
      const at = [...path, local].join("/");
      const is = (place: string, namespace: string) => at === place && uri === namespace && !places.has(at);
      const attribute = (name: string) => tag.attributes[name]?.value ?? null;
      for (const [name, { value }] of Object.entries(tag.attributes))
        if (/^(?:.*:)?id$/i.test(name)) {
          if (ids.has(value)) throw new Refusal("signature", `the identifier ${value} twice`);
          ids.add(value);
        }
      if (path.length === 0) {
        if (!is("Response", protocolNamespace)) throw new Refusal("unreadable", `<${tag.name}>, no response`);
        envelope.destination = attribute("Destination");
        envelope.inResponseTo = attribute("InResponseTo");
      } else if (local === "Response") throw new Refusal("signature", `a response at ${at}`);
      else if (local === "EncryptedAssertion" || local === "EncryptedID")
        throw new Refusal("encrypted", `<${tag.name}>`);
      else if (local === "Assertion" && !is("Response/Assertion", assertionNamespace))
        throw new Refusal("signature", `an assertion at ${at}`);
      else if (
        local === "Signature" &&
        !is("Response/Signature", signatureNamespace) &&
        !is("Response/Assertion/Signature", signatureNamespace)
      )
        throw new Refusal("signature", `a signature at ${at}`);
      else if (local === "Object" && uri === signatureNamespace)
        throw new Refusal("signature", `an object at ${at}`);
      else if (local === "SignatureMethod" || local === "DigestMethod") {
        const algorithm = attribute("Algorithm") ?? "";
        if (!strongAlgorithms.has(algorithm)) throw new Refusal("algorithm", algorithm);
      } else if (at === "Response/Status/StatusCode") status = attribute("Value") ?? "";
      if (["Assertion", "Signature", "Response"].includes(local)) places.add(at);
    },
    text(text, path) {
      if (path.join("/") === "Response/Issuer") envelope.issuer = (envelope.issuer ?? "") + text;
    },
  });
  if (status !== success) throw new Refusal("canceled", status);
  if (!places.has("Response/Assertion")) throw new Refusal("unreadable", "no assertion");
  return envelope;
}
