import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { randomLetters } from "#server/platform/secrets.ts";

const issuer = "Footnote";
const periodSeconds = 30;
/** One step in either direction, for a phone whose clock is off (RFC 6238, section 5.2). */
const window = 1;

/** 160 bits, as RFC 4226 (section 4) recommends, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

function totpOf(secret: string, email: string): TOTP {
  // six digits, SHA-1 and 30 seconds work in every authenticator app
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), period: periodSeconds });
}

/** The `otpauth:` URI that an app reads from a QR code. */
export function addressOf(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of this code, or null. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret, "");
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}

/** A typed code without the spaces and separators people add: six digits, or letters of a recovery code. */
export function readCode(typed: string): { kind: "app" | "recovery"; code: string } {
  const bare = typed.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "");
  return /^[0-9]{6}$/.test(bare)
    ? { kind: "app", code: bare }
    : { kind: "recovery", code: bare.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1") };
}

/** Ten codes of 16 letters of Crockford's base32: 80 random bits each, no look-alike letters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () =>
    (randomLetters("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 16).match(/.{4}/g) ?? []).join("-"),
  );
}

export function hashRecoveryCode(userId: number, code: string): Buffer {
  return createHash("sha256")
    .update(`${userId}:${readCode(code).code}`)
    .digest();
}
