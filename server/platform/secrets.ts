import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/**
 * AES-256-GCM with a fresh nonce per record. `bound` (e.g. 'company:7/smart') is associated data: a sealed value that
 * is copied to another row does not open there. Layout: version, 12 bytes nonce, 16 bytes tag, ciphertext.
 */
export function seal(key: Buffer, bound: string, plain: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]);
}

/** @throws when the key, the binding or any byte is not the one it was sealed with */
export function open(key: Buffer, bound: string, sealed: Buffer): string {
  if (sealed[0] !== 1) throw new Error("sealed with an unknown version");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString("utf8");
}

/** 32 random bytes: a session token, a reset token. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Readable aloud and typed without doubt: no 0/O, 1/l/I. 14 characters of 55 carry 80 bits. */
export function newTempPassword(): string {
  const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
  const letters: string[] = [];
  while (letters.length < 14) {
    const byte = randomBytes(1).readUInt8();
    // bytes past the last whole multiple would favour the first letters
    if (byte < 256 - (256 % alphabet.length)) letters.push(alphabet.charAt(byte % alphabet.length));
  }
  return letters.join("");
}
