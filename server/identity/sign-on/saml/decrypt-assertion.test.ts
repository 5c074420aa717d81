import { expect, test } from "vitest";
import { assertionIn, cut, parts, read, signed, signer } from "#testing/fixtures/saml-responses.ts";
import { encryptAssertion, encrypted, type Encryption } from "#testing/saml-encryptor.ts";
import { encoded, makeSigner, responseXml, signXml } from "#testing/saml-signer.ts";
import { makeKeyPair } from "./make-key-pair.ts";
import type { Reason } from "../refusal.ts";

const now = new Date();
const [ours, next, foreign] = await Promise.all(
  ["policies.example.com", "policies.example.com", "other.example.com"].map((name) => makeKeyPair(name, now)),
);
if (ours === undefined || next === undefined || foreign === undefined) throw new Error("no keys");
const keys = [ours.key, next.key];
const readWithKeys = (xml: string) => read(encoded(xml), {}, keys);
const placed = (plain: string) =>
  signed().replace(/<saml:Assertion[^]*<\/saml:Assertion>/, () => encrypted(plain, ours.certificate));

test("an assertion encrypted for either key gives its claims, however the provider encrypts", async () => {
  const ways: Encryption[] = [
    {},
    { cipher: "aes128-cbc" },
    { cipher: "aes128-gcm" },
    { cipher: "aes256-gcm", hash: "sha256" },
    { cipher: "aes256-gcm", hash: "sha256", isBeside: true },
  ];
  const claims = { subject: "subject-1", email: "ada@example.com", groups: ["a", "b"] };
  for (const how of ways)
    for (const { certificate } of [ours, next])
      expect(await readWithKeys(encryptAssertion(signed(), certificate, how))).toMatchObject({ claims });
  // the provider also signed the response, before or after it encrypted
  const both = signXml(signed(), signer, "Response");
  expect(await readWithKeys(encryptAssertion(both, ours.certificate))).toMatchObject({ claims });
  const after = signXml(encryptAssertion(signed(), ours.certificate), signer, "Response");
  expect(await readWithKeys(after)).toMatchObject({ claims });
  // a plain one is still read
  expect(await readWithKeys(signed())).toMatchObject({ claims });
});

const data = (xml: string) => cut(xml, /<xenc:EncryptedData[^]*<\/xenc:EncryptedData>/);
const stranger = await makeSigner();

type Attack = [name: string, because: Reason, response: () => string];
const attacks: Attack[] = [
  [
    "unsigned, encrypted by somebody who read our metadata",
    "signature",
    () => encryptAssertion(responseXml(parts()), ours.certificate),
  ],
  [
    "signed with another key",
    "signature",
    () => encryptAssertion(signXml(responseXml(parts()), stranger), ours.certificate),
  ],
  [
    "unsigned inside a signed response",
    "signature",
    () => signXml(encryptAssertion(responseXml(parts()), ours.certificate), signer, "Response"),
  ],
  ["for a key that is not ours", "signature", () => encryptAssertion(signed(), foreign.certificate)],
  [
    "changed inside",
    "signature",
    () => encryptAssertion(signed().replace("subject-1", "victim"), ours.certificate),
  ],
  ["no XML inside", "signature", () => placed("nonsense")],
  ["broken XML inside", "signature", () => placed("<saml:Assertion>")],
  [
    "a comment inside",
    "signature",
    () => encryptAssertion(signed().replace("subject-1", "subj<!---->ect-1"), ours.certificate),
  ],
  [
    "a document type inside",
    "signature",
    () => placed('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'),
  ],
  [
    "two inside",
    "signature",
    () => placed(assertionIn(signed()) + assertionIn(signed({ subject: "victim" }))),
  ],
  ["encrypted twice", "signature", () => placed(encrypted(assertionIn(signed()), ours.certificate))],
  [
    "one that ends the response and begins another",
    "signature",
    () => placed(`${assertionIn(signed())}</samlp:Response>${signed({ subject: "victim" })}<samlp:Response>`),
  ],
  [
    "a plain one beside it",
    "signature",
    () =>
      encryptAssertion(signed(), ours.certificate).replace(
        "<saml:EncryptedAssertion>",
        `${assertionIn(signed({ subject: "victim" }))}<saml:EncryptedAssertion>`,
      ),
  ],
  [
    "two encrypted ones",
    "signature",
    () =>
      encryptAssertion(signed(), ours.certificate).replace(
        "</samlp:Response>",
        `${encrypted(assertionIn(signed()), ours.certificate)}</samlp:Response>`,
      ),
  ],
  [
    "two data in one",
    "signature",
    () => {
      const xml = encryptAssertion(signed(), ours.certificate);
      return xml.replace("</saml:EncryptedAssertion>", `${data(xml)}</saml:EncryptedAssertion>`);
    },
  ],
  [
    "elsewhere",
    "signature",
    () =>
      encryptAssertion(signed(), ours.certificate).replace(
        /<saml:EncryptedAssertion>[^]*<\/saml:EncryptedAssertion>/,
        (one) => `<samlp:Extensions>${one}</samlp:Extensions>`,
      ),
  ],
  ["a byte of the text flipped", "signature", () => flip(encryptAssertion(signed(), ours.certificate))],
  [
    "a byte of the text flipped, authenticated",
    "signature",
    () => flip(encryptAssertion(signed(), ours.certificate, { cipher: "aes256-gcm" })),
  ],
  [
    "the tag cut short",
    "signature",
    () =>
      encryptAssertion(signed(), ours.certificate, { cipher: "aes256-gcm" }).replace(
        /.{24}(=*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/,
        "$1",
      ),
  ],
  [
    "nothing to decrypt",
    "signature",
    () =>
      encryptAssertion(signed(), ours.certificate).replace(/<xenc:CipherValue>[^<]*/g, "<xenc:CipherValue>"),
  ],
  [
    "no key sent",
    "signature",
    () =>
      encryptAssertion(signed(), ours.certificate).replace(
        /<ds:KeyInfo[^]*<\/ds:KeyInfo>(?=<xenc:CipherData>)/,
        "",
      ),
  ],
  ["RSA 1.5 (Bleichenbacher)", "cipher", () => encryptAssertion(signed(), ours.certificate, { hash: null })],
  ["Triple DES", "cipher", () => encryptAssertion(signed(), ours.certificate, { cipher: "tripledes-cbc" })],
  [
    "a thousand keys to try",
    "cipher",
    () => {
      const xml = encryptAssertion(signed(), ours.certificate);
      const key = cut(xml, /<xenc:EncryptedKey[^]*?<\/xenc:EncryptedKey>/);
      return xml.replace(key, key.repeat(100));
    },
  ],
  [
    "another audience",
    "audience",
    () => encryptAssertion(signed({ audience: "https://other.example" }), ours.certificate),
  ],
  [
    "ten minutes old",
    "expired",
    () => encryptAssertion(signed({ issued: -600, notBefore: -600, ends: -300 }), ours.certificate),
  ],
  [
    "another reply address",
    "recipient",
    () => encryptAssertion(signed({ acsUrl: "https://other.example/acs" }), ours.certificate),
  ],
  ["no request", "unsolicited", () => encryptAssertion(signed({ requestId: null }), ours.certificate)],
];

test.each(attacks)("encrypted assertion refused: %s", async (_, because, response) => {
  expect(await readWithKeys(response())).toMatchObject({ refused: because });
});

test("the unsigned status says nothing about the plain text either", async () => {
  const failed = (xml: string) => xml.replace("status:Success", "status:Responder");
  const good = failed(encryptAssertion(signed(), ours.certificate));
  for (const xml of [good, flip(good), failed(placed("<broken"))])
    expect(await readWithKeys(xml)).toMatchObject({ refused: "signature" });
});

test("without a key, an encrypted assertion is refused with a message that says so", async () => {
  expect(await read(encoded(encryptAssertion(signed(), ours.certificate)))).toMatchObject({
    refused: "encrypted",
  });
});

/** 200 random changes of one ciphertext: whether padding, form or signature fails, the person sees one reason. */
test("a stolen assertion can't be decrypted by trying: all changes of its text get the same refusal", async () => {
  const xml = encryptAssertion(signed(), ours.certificate);
  const value = Buffer.from(
    /<xenc:CipherValue>([^<]*)(?=<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/.exec(
      xml,
    )?.[1] ?? "",
    "base64",
  );
  const reasons = new Set<string>();
  for (let at = 0; at < 200; at += 1) {
    const blocks = 2 + (at % 5);
    const short = Buffer.from(value.subarray(0, blocks * 16));
    short.writeUInt8(at, short.length - 17);
    const tried = xml.replace(value.toString("base64"), short.toString("base64"));
    const answer = await readWithKeys(tried);
    reasons.add("refused" in answer ? answer.refused : "read");
  }
  expect([...reasons]).toEqual(["signature"]);
});

/** The middle of the longest base64: the text's, not the key's. */
function flip(xml: string): string {
  return xml.replace(
    /(<xenc:CipherValue>[^<]{1000})(.)/,
    (_, before: string, letter: string) => before + (letter === "A" ? "B" : "A"),
  );
}
