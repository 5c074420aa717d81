import { X509Certificate } from "node:crypto";
import type { SearchServer } from "#server/platform/opensearch.ts";
import { ConfigError } from "./config-error.ts";

/**
 * @returns null without an address
 * @throws ConfigError with a sentence about the first unusable part
 */
export function searchOf(address: string | undefined, ca: string | undefined): SearchServer | null {
  if (address === undefined) {
    if (ca !== undefined) throw new ConfigError("SEARCH_CA is set but SEARCH_URL is not: set both.");
    return null;
  }
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      "SEARCH_URL is the address of an OpenSearch, beginning with https:// or http://, with special characters of its password percent-encoded.",
    );
  const prefix = url.pathname.replace(/^\/|\/$/g, "") || "footnote";
  if (!/^[a-z][a-z0-9_-]{0,49}$/.test(prefix) || url.search !== "")
    throw new ConfigError(
      "SEARCH_URL ends with the prefix of its indexes: a small letter, then small letters, digits, - or _, at most 50 characters.",
    );
  if (ca !== undefined && !isCertificate(ca))
    throw new ConfigError(
      "SEARCH_CA contains no PEM certificate. To read it from a file, set SEARCH_CA_FILE.",
    );
  const signIn =
    url.username === ""
      ? null
      : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  return { origin: url.origin, signIn, ca: ca ?? null, prefix };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
