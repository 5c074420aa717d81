import { X509Certificate } from "node:crypto";
import { refusalOf } from "#server/platform/guarded-fetch.ts";
import { ConfigError } from "./config-error.ts";

/** A time-stamping authority (RFC 3161) for heads of the record. */
export type TimestampConfig = {
  /** May contain a user name and password. */
  url: URL;
  /** PEM of each certificate whose signature is trusted. */
  roots: string[];
  /** The shortest time between two time stamps of a log. */
  everyMs: number;
};

type Written = { url: string | undefined; roots: string | undefined; minutes: number };

/**
 * @returns null without an authority
 * @throws ConfigError with a sentence about the first unusable part
 */
export function timestampsOf(
  { url: address, roots: pem, minutes }: Written,
  privateHosts: readonly string[],
): TimestampConfig | null {
  if (address === undefined && pem === undefined) return null;
  if (address === undefined || pem === undefined)
    throw new ConfigError(
      "RECORD_TIMESTAMP_URL and RECORD_TIMESTAMP_ROOTS must be set together: an authority, and the certificates that vouch for it.",
    );
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      "RECORD_TIMESTAMP_URL is the address of a time-stamping authority, beginning with https:// or http://.",
    );
  const refused = refusalOf(url, privateHosts);
  if (refused !== null)
    throw new ConfigError(
      `RECORD_TIMESTAMP_URL: ${refused} List ${url.hostname} in PRIVATE_HOSTS to call it anyway; its responses are signed.`,
    );
  return { url, roots: certificatesIn(pem), everyMs: minutes * 60_000 };
}

function certificatesIn(pem: string): string[] {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw new ConfigError(
      "RECORD_TIMESTAMP_ROOTS contains no PEM certificates. To read them from a file, set RECORD_TIMESTAMP_ROOTS_FILE.",
    );
  return certificates;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
