import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { emptyRoot } from "#server/platform/log/merkle.ts";
import { isSignedBy, keyId, parseNote, pemOf, privateKeyOf, rawOf, signNote } from "./note.ts";

const pair = generateKeyPairSync("ed25519");
const key = { privateKey: pair.privateKey, publicKey: rawOf(pair.publicKey) };
const head = { origin: "policies.example.com/record/7", size: 20_852_163, root: emptyRoot };

test("a head is written and read as a signed note", () => {
  const written = signNote(head, key);
  const id = keyId(head.origin, key.publicKey).toString("base64").slice(0, 5);
  expect(written.split("\n").slice(0, 4)).toEqual([
    head.origin,
    "20852163",
    "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "",
  ]);
  expect(written.split("\n")[4]).toMatch(/^— policies\.example\.com\/record\/7 [A-Za-z0-9+/]{91}=$/);
  expect(written.split("\n")[4]?.split(" ")[2]?.startsWith(id)).toBe(true);
  const note = parseNote(written);
  expect(note?.head).toEqual(head);
  expect(note !== null && isSignedBy(note, key.publicKey)).toBe(true);
  expect(pemOf(key.publicKey)).toContain("BEGIN PUBLIC KEY");
  const stored = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  expect(signNote(head, { ...key, privateKey: privateKeyOf(stored) })).toBe(written);
});

test("reads the example note of C2SP", () => {
  const example =
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n";
  expect(parseNote(example)?.head).toMatchObject({ origin: "example.com/behind-the-sofa", size: 20_852_163 });
});

test("no letter of a signed head can change, and no other key or name passes", () => {
  const written = signNote(head, key);
  const other = rawOf(generateKeyPairSync("ed25519").publicKey);
  const note = parseNote(written);
  expect(note !== null && isSignedBy(note, other)).toBe(false);
  for (let at = 0; at < written.length; at++) {
    const letter = written[at] === "A" ? "B" : "A";
    const changed = parseNote(written.slice(0, at) + letter + written.slice(at + 1));
    expect(changed !== null && isSignedBy(changed, key.publicKey), `letter ${at}`).toBe(false);
  }
});

test("a note with other unused bits in its base64 is rejected", () => {
  const written = signNote(head, key);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  // 68 bytes leave two bits of the letter before the padding unused (RFC 4648, section 3.5)
  const at = written.lastIndexOf("=") - 1;
  const other = letters.charAt(letters.indexOf(written.charAt(at)) ^ 1);
  expect(parseNote(written)).not.toBeNull();
  expect(parseNote(written.slice(0, at) + other + written.slice(at + 1))).toBeNull();
});

test.each([
  "",
  "\n\n",
  "origin\n1\n\n",
  "origin\n-1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a AAAAAAA=\n",
  "origin\n01\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a AAAAAAA=\n",
  "origin\n99999999999999999999\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a AAAAAAA=\n",
  "origin\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU\n\n— a AAAAAAA=\n",
  "origin\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nmore\n\n— a AAAAAAA=\n",
  "origin\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n- a AAAAAAA=\n",
  `${"o".repeat(5000)}\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a AAAAAAA=\n`,
])("a text that is not a head is rejected (%#)", (text) => {
  expect(parseNote(text)).toBeNull();
});
