import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";

/** The head of a log: its origin, its number of events, and its root. */
export type Head = { origin: string; size: number; root: Buffer };

type Signature = { name: string; id: Buffer; bytes: Buffer };
export type Note = { text: string; head: Head; signatures: Signature[] };

const ed25519 = 1;
/** DER of a SubjectPublicKeyInfo and of a PKCS #8 key for Ed25519 up to the key's 32 bytes (RFC 8410). */
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex");

/** Short, so that no part of a large file is read as a head. */
const longestNote = 4_096;

/** A head as a signed note: c2sp.org/tlog-checkpoint in c2sp.org/signed-note, signed under the log's own name. */
export function signNote(
  { origin, size, root }: Head,
  key: { privateKey: KeyObject; publicKey: Buffer },
): string {
  return signed(`${origin}\n${size}\n${root.toString("base64")}\n`, origin, key);
}

/**
 * A bundle's files by their SHA-256, as a note signed like a head. Its first two lines are those of no head, so neither
 * passes for the other.
 */
export function signContents(
  origin: string,
  files: { name: string; sha256: string }[],
  key: { privateKey: KeyObject; publicKey: Buffer },
): string {
  const lines = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  return signed(`files of a bundle of ${origin}\n${lines.join("")}`, origin, key);
}

function signed(text: string, name: string, key: { privateKey: KeyObject; publicKey: Buffer }): string {
  const signature = sign(null, Buffer.from(text), key.privateKey);
  const bytes = Buffer.concat([keyId(name, key.publicKey), signature]);
  return `${text}\n— ${name} ${bytes.toString("base64")}\n`;
}

/** Distinguishes keys of the same name: the first 4 bytes of SHA-256 over name, line break, algorithm and key. */
export function keyId(name: string, publicKey: Buffer): Buffer {
  return createHash("sha256")
    .update(`${name}\n`)
    .update(Buffer.from([ed25519]))
    .update(publicKey)
    .digest()
    .subarray(0, 4);
}

/** null if it isn't a signed head. */
export function parseNote(note: string): Note | null {
  const end = note.indexOf("\n\n");
  if (note.length > longestNote || end < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, end + 1);
  const [origin = "", size = "", root = "", ...more] = text.slice(0, -1).split("\n");
  const head = { origin, size: Number(size), root: Buffer.from(root, "base64") };
  const isHead =
    origin !== "" &&
    more.length === 0 &&
    /^(?:0|[1-9]\d{0,14})$/.test(size) &&
    head.root.length === 32 &&
    head.root.toString("base64") === root;
  const signatures = note
    .slice(end + 2, -1)
    .split("\n")
    .map(parseSignature);
  if (!isHead || signatures.some((signature) => signature === null)) return null;
  return { text, head, signatures: signatures.filter((signature) => signature !== null) };
}

function parseSignature(line: string): Signature | null {
  const [dash, name = "", encoded = "", ...more] = line.split(" ");
  const bytes = Buffer.from(encoded, "base64");
  // of several spellings of the same bytes one counts: a changed letter is a changed note
  const isCanonical = bytes.toString("base64") === encoded;
  if (dash !== "—" || name === "" || more.length > 0 || bytes.length < 5 || !isCanonical) return null;
  return { name, id: bytes.subarray(0, 4), bytes: bytes.subarray(4) };
}

/** Whether this key signed the head under its log's name. */
export function isSignedBy({ text, head, signatures }: Note, publicKey: Buffer): boolean {
  const id = keyId(head.origin, publicKey);
  return signatures.some(
    (signature) =>
      signature.name === head.origin &&
      signature.id.equals(id) &&
      verify(null, Buffer.from(text), keyObject(publicKey), signature.bytes),
  );
}

function keyObject(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: "der", type: "spki" });
}

/** The public key as PEM, for people and for the verifier. */
export function pemOf(publicKey: Buffer): string {
  return keyObject(publicKey).export({ format: "pem", type: "spki" }).toString();
}

/** The 32 bytes of a public key. */
export function rawOf(key: KeyObject): Buffer {
  return key.export({ format: "der", type: "spki" }).subarray(spkiPrefix.length);
}

export function privateKeyOf(pkcs8: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(pkcs8, "base64"), format: "der", type: "pkcs8" });
}
