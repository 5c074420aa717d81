import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** A master key with the name that its ciphertexts carry: the first 4 bytes of the key's SHA-256. */
type MasterKey = { id: Buffer; key: Buffer };

/**
 * The sealing key, and the keys that still open values until everything is sealed again (server/operation/master-key/store.ts).
 */
export type Keyring = { current: MasterKey; previous: MasterKey[] };

export function keyringOf(current: Buffer, previous: Buffer[] = []): Keyring {
  return { current: named(current), previous: previous.map(named) };
}

function named(key: Buffer): MasterKey {
  const id = createHash("sha256").update("footnote key id").update(key).digest().subarray(0, 4);
  return { id, key };
}

/** Version, 4 bytes key id, 12 bytes nonce, 16 bytes tag, ciphertext. Version 1 had no key id. */
const version = 2;

/**
 * AES-256-GCM with a fresh nonce per record. `bound` (e.g. 'company:7/smart') is associated data: a sealed value copied to
 * another row doesn't open there.
 */
export function seal(keys: Keyring, bound: string, plain: string): Buffer {
  const { id, key } = keys.current;
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), id, nonce, cipher.getAuthTag(), body]);
}

/** @throws if no key of the ring fits, or the binding or any byte differs from the sealed one */
export function open(keys: Keyring, bound: string, sealed: Buffer): string {
  const all = [keys.current, ...keys.previous];
  if (sealed[0] === 1) {
    const opened = all.map((key) => tryOpen(key, bound, sealed.subarray(1))).find((text) => text !== null);
    if (opened === undefined || opened === null)
      throw new Error("sealed with a key that this installation does not have");
    return opened;
  }
  if (sealed[0] !== version) throw new Error("sealed with an unknown version");
  const key = all.find(({ id }) => id.equals(sealed.subarray(1, 5)));
  if (key === undefined) throw new Error("sealed with a key that this installation does not have");
  return decipher(key, bound, sealed.subarray(5));
}

/** True for values sealed by the current key; others are due to be sealed again. */
export function isCurrent(keys: Keyring, sealed: Buffer): boolean {
  return sealed[0] === version && keys.current.id.equals(sealed.subarray(1, 5));
}

function tryOpen(key: MasterKey, bound: string, body: Buffer): string | null {
  try {
    return decipher(key, bound, body);
  } catch {
    return null;
  }
}

function decipher({ key }: MasterKey, bound: string, body: Buffer): string {
  const cipher = createDecipheriv("aes-256-gcm", key, body.subarray(0, 12));
  cipher.setAAD(Buffer.from(bound));
  cipher.setAuthTag(body.subarray(12, 28));
  return Buffer.concat([cipher.update(body.subarray(28)), cipher.final()]).toString("utf8");
}

/** 32 random bytes: a session token, a reset token. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Easy to dictate and to type: no 0/O, 1/l/I. 14 characters of 56 carry 81 bits. */
export function newTempPassword(): string {
  return randomLetters("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789", 14);
}

/** Uniformly random letters of an alphabet of at most 256. */
export function randomLetters(alphabet: string, count: number): string {
  const letters: string[] = [];
  while (letters.length < count) {
    const byte = randomBytes(1).readUInt8();
    // bytes past the last whole multiple would favor the first letters
    if (byte < 256 - (256 % alphabet.length)) letters.push(alphabet.charAt(byte % alphabet.length));
  }
  return letters.join("");
}
