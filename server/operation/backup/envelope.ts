import { createCipheriv, createDecipheriv, randomBytes, scryptSync, type DecipherGCM } from "node:crypto";
import { Transform } from "node:stream";
import { BackupError } from "./manifest.ts";

/** Opens a sealed backup together with the passphrase; stored unencrypted next to it. */
export type Lock = { kdf: "scrypt"; salt: string; N: number; r: number; p: number };

/** OWASP Password Storage Cheat Sheet: scrypt with N = 2^17, r = 8, p = 1 takes 128 MiB. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const nonceBytes = 12;
const tagBytes = 16;

export function newLock(): Lock {
  return { kdf: "scrypt", salt: randomBytes(16).toString("base64"), ...cost };
}

/** 32 bytes for AES-256. */
export function keyOf(passphrase: string, { salt, N, r, p }: Lock): Buffer {
  // a tampered lock must not exhaust the memory
  if (N > 2 ** 20 || r > 16 || p > 4)
    throw new BackupError("The lock file of this backup was not written by Footnote.");
  return scryptSync(passphrase.normalize("NFKC"), Buffer.from(salt, "base64"), 32, {
    N,
    r,
    p,
    maxmem: 256 * N * r,
  });
}

/** AES-256-GCM: nonce, ciphertext, tag. The name is authenticated too, so parts cannot be swapped. */
export function sealing(key: Buffer, name: string): Transform {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(name));
  let isBegun = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isBegun) this.push(nonce);
      isBegun = true;
      done(null, cipher.update(chunk));
    },
    flush(done) {
      if (!isBegun) this.push(nonce);
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

/** The reverse; its stream ends with an error if a byte, the name or the key differs. */
export function opening(key: Buffer, name: string): Transform {
  let waiting = Buffer.alloc(0);
  let decipher: DecipherGCM | null = null;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, chunk]);
      if (decipher === null && waiting.length >= nonceBytes) {
        decipher = createDecipheriv("aes-256-gcm", key, waiting.subarray(0, nonceBytes));
        decipher.setAAD(Buffer.from(name));
        waiting = waiting.subarray(nonceBytes);
      }
      // the last bytes are the tag
      const ready = waiting.length - tagBytes;
      if (decipher === null || ready <= 0) return done();
      const plain = decipher.update(waiting.subarray(0, ready));
      waiting = waiting.subarray(ready);
      done(null, plain);
    },
    flush(done) {
      try {
        if (decipher === null || waiting.length !== tagBytes) throw new Error("cut short");
        decipher.setAuthTag(waiting);
        done(null, decipher.final());
      } catch (cause) {
        done(
          new BackupError(`${name} cannot be decrypted: the passphrase is wrong, or the file was changed.`, {
            cause,
          }),
        );
      }
    },
  });
}
