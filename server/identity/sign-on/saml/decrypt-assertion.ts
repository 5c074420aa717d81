import { constants, createDecipheriv, privateDecrypt, type CipherGCMTypes } from "node:crypto";
import { assertionNamespace, readStrictly } from "./check-envelope.ts";
import { Refusal } from "./refusal.ts";

const encryption = "http://www.w3.org/2001/04/xmlenc#";
const encryption11 = "http://www.w3.org/2009/xmlenc11#";
const oaep = new Set([`${encryption}rsa-oaep-mgf1p`, `${encryption11}rsa-oaep`]);

/**
 * RSA 1.5 and Triple DES are left out: the first is open to Bleichenbacher's attack, and both are deprecated by
 * XML Encryption 1.1. CBC stays, because Entra ID and AD FS know nothing else.
 */
type Cipher = { name: CipherGCMTypes | "aes-128-cbc" | "aes-192-cbc" | "aes-256-cbc"; keyBytes: number };
const ciphers = new Map<string, Cipher>([
  [`${encryption11}aes128-gcm`, { name: "aes-128-gcm", keyBytes: 16 }],
  [`${encryption11}aes192-gcm`, { name: "aes-192-gcm", keyBytes: 24 }],
  [`${encryption11}aes256-gcm`, { name: "aes-256-gcm", keyBytes: 32 }],
  [`${encryption}aes128-cbc`, { name: "aes-128-cbc", keyBytes: 16 }],
  [`${encryption}aes192-cbc`, { name: "aes-192-cbc", keyBytes: 24 }],
  [`${encryption}aes256-cbc`, { name: "aes-256-cbc", keyBytes: 32 }],
]);

/** RSAES-OAEP with one hash for the label and the mask: node offers no others. The default is SHA-1, which is sound here. */
const hashes = new Map([
  ["http://www.w3.org/2000/09/xmldsig#sha1", "sha1"],
  [`${encryption11}mgf1sha1`, "sha1"],
  [`${encryption}sha256`, "sha256"],
  [`${encryption11}mgf1sha256`, "sha256"],
  [`${encryption}sha512`, "sha512"],
  [`${encryption11}mgf1sha512`, "sha512"],
]);

/** A provider encrypts for one key, or for two during a change; each one tried takes a millisecond. */
const mostKeys = 5;

type EncryptedKey = { algorithm: string; digest: string; mask: string; value: string };
type Encrypted = { assertions: number; data: number; algorithm: string; value: string; keys: EncryptedKey[] };

/**
 * The response with its encrypted assertion in plain text, as if it had arrived that way: anyone who has our certificate can
 * encrypt, so every check comes afterwards. A response without one is returned as it is.
 * @throws Refusal; the same one whatever is wrong inside, so that nobody learns about the plain text by trying
 */
export function decryptAssertion(xml: string, privateKeys: string[]): string {
  const found = encryptedIn(xml);
  if (found === null) return xml;
  if (privateKeys.length === 0) throw new Refusal("encrypted", "no key was made here");
  if (found.assertions > 1 || found.data !== 1)
    throw new Refusal("signature", "several encrypted assertions");
  const cipher = ciphers.get(found.algorithm);
  if (cipher === undefined) throw new Refusal("cipher", found.algorithm);
  if (found.keys.length > mostKeys) throw new Refusal("cipher", `${found.keys.length} encrypted keys`);
  for (const { algorithm, digest, mask } of found.keys)
    if (!oaep.has(algorithm) || hashOf({ digest, mask }, algorithm) === null)
      throw new Refusal("cipher", [algorithm, digest, mask].join(" "));
  const plain = found.keys
    .flatMap((wrapped) => privateKeys.map((key) => decrypt(found, wrapped, key, cipher)))
    .find((text) => text !== null);
  if (plain === undefined || plain === null) throw new Refusal("signature", "it cannot be decrypted");
  return replaceEncrypted(xml, plain);
}

/** null without an encrypted assertion. Its place is checked here; `checkEnvelope` refuses anything elsewhere. */
function encryptedIn(xml: string): Encrypted | null {
  const found: Encrypted = { assertions: 0, data: 0, algorithm: "", value: "", keys: [] };
  readStrictly(xml, {
    open({ local, uri, attributes }, path) {
      const at = [...path, local].join("/");
      if (local === "EncryptedAssertion") {
        if (at !== "Response/EncryptedAssertion" || uri !== assertionNamespace)
          throw new Refusal("signature", `an encrypted assertion at ${at}`);
        found.assertions += 1;
      }
      if (path[1] !== "EncryptedAssertion") return;
      if (local === "EncryptedData") found.data += 1;
      if (local === "EncryptedKey") found.keys.push({ algorithm: "", digest: "", mask: "", value: "" });
      const algorithm = attributes.Algorithm?.value ?? "";
      const key = path.includes("EncryptedKey") ? found.keys.at(-1) : undefined;
      if (key === undefined) {
        if (local === "EncryptionMethod") found.algorithm = algorithm;
      } else if (local === "EncryptionMethod") key.algorithm = algorithm;
      else if (local === "DigestMethod") key.digest = algorithm;
      else if (local === "MGF") key.mask = algorithm;
    },
    text(text, path) {
      if (path[1] !== "EncryptedAssertion" || path.at(-1) !== "CipherValue") return;
      const target = path.includes("EncryptedKey") ? found.keys.at(-1) : found;
      if (target !== undefined) target.value += text;
    },
  });
  return found.assertions === 0 ? null : found;
}

/** null if the two hashes differ. */
function hashOf({ digest, mask }: { digest: string; mask: string }, algorithm: string): string | null {
  const label = digest === "" ? "sha1" : hashes.get(digest);
  // the older name always means a mask by SHA-1 (XML Encryption 1.1, 5.5.2)
  const ofMask = mask === "" || algorithm === `${encryption}rsa-oaep-mgf1p` ? "sha1" : hashes.get(mask);
  return label !== undefined && label === ofMask ? label : null;
}

function decrypt(data: Encrypted, wrapped: EncryptedKey, privateKey: string, cipher: Cipher): string | null {
  try {
    const oaepHash = hashOf(wrapped, wrapped.algorithm) ?? "";
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const key = privateDecrypt({ key: privateKey, padding, oaepHash }, Buffer.from(wrapped.value, "base64"));
    if (key.length !== cipher.keyBytes) return null;
    const bytes = Buffer.from(data.value, "base64");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      cipher.name.endsWith("-gcm") ? openGcm(cipher.name, key, bytes) : openCbc(cipher.name, key, bytes),
    );
  } catch {
    return null;
  }
}

/** Nonce of 12 bytes, text, tag of 16 (XML Encryption 1.1, 5.2.4). */
function openGcm(name: Cipher["name"], key: Buffer, bytes: Buffer): Buffer {
  const opening = createDecipheriv(name as "aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  opening.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([opening.update(bytes.subarray(12, -16)), opening.final()]);
}

/** The padding's last byte gives its length, the others are arbitrary (XML Encryption 1.1, 5.2). */
function openCbc(name: Cipher["name"], key: Buffer, bytes: Buffer): Buffer {
  const opening = createDecipheriv(name, key, bytes.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([opening.update(bytes.subarray(16)), opening.final()]);
  const length = padded.at(-1) ?? 0;
  if (length < 1 || length > 16) throw new Error("no padding");
  return padded.subarray(0, padded.length - length);
}

/** `<` begins a tag everywhere in this text: comments, CDATA and the like were refused. */
function replaceEncrypted(xml: string, plain: string): string {
  const [opening, prefix = ""] = /<([^\s<>/:]+:)?EncryptedAssertion(?=[\s>/])/.exec(xml) ?? [];
  const start = opening === undefined ? -1 : xml.indexOf(opening);
  const closing = `</${prefix}EncryptedAssertion`;
  const closingAt = xml.indexOf(closing, start);
  const end = xml.indexOf(">", closingAt);
  if (start < 0 || closingAt < 0 || end < 0)
    throw new Refusal("unreadable", "no end of the encrypted assertion");
  return xml.slice(0, start) + plain + xml.slice(end + 1);
}
