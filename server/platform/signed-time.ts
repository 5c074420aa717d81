import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Keyring } from "./secrets.ts";

/**
 * The server's own time in a form that a page can carry and return: milliseconds since 1970 in base 36, a dot, and an
 * HMAC-SHA-256 over them. `purpose` separates the stamps of one use from those of another.
 */
export function signTime(keys: Keyring, purpose: string, time: Date): string {
  const text = time.getTime().toString(36);
  return `${text}.${macOf(keys.current.key, purpose, text).toString("base64url")}`;
}

/** null for anything that this installation didn't sign for this purpose; earlier master keys still count. */
export function readSignedTime(keys: Keyring, purpose: string, stamp: string): Date | null {
  const [text = "", mac = ""] = stamp.split(".", 2);
  const given = Buffer.from(mac, "base64url");
  const isSigned = [keys.current, ...keys.previous].some(({ key }) => {
    const expected = macOf(key, purpose, text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? new Date(Number.parseInt(text, 36)) : null;
}

/** The master key itself signs nothing: each purpose has a derived key (RFC 5869). */
function macOf(masterKey: Buffer, purpose: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", masterKey, "", `footnote signed time: ${purpose}`, 32));
  return createHmac("sha256", key).update(text).digest();
}
