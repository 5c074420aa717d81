import { isAbsolute } from "node:path";
import { ConfigError } from "./config-error.ts";

/** An outside place for heads of the record, as configured by the operator. */
export type WitnessConfig =
  | { kind: "folder"; folder: string }
  | { kind: "bucket"; url: URL; lock: { mode: "GOVERNANCE" | "COMPLIANCE"; days: number } | null }
  | { kind: "webhook"; url: string }
  | { kind: "letter"; to: string[] };

/**
 * Parses places separated by spaces or line breaks.
 * @throws ConfigError with a sentence about the first unusable one
 */
export function witnessesOf(written: string, { hasMail }: { hasMail: boolean }): WitnessConfig[] {
  const places = written
    .split(/\s+/)
    .filter((text) => text !== "")
    .map(witnessOf);
  if (!hasMail && places.some(({ kind }) => kind === "letter"))
    throw new ConfigError("RECORD_PLACES lists email recipients, but SMTP_URL sets no mail server.");
  return places;
}

function witnessOf(text: string): WitnessConfig {
  // an address may contain a secret, so only its start is shown
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "file:") {
    const folder = decodeURIComponent(url.pathname);
    if (url.host !== "" || !isAbsolute(folder) || folder === "/")
      throw new ConfigError("RECORD_PLACES: a folder is written as file:///path/from/the/root.");
    return { kind: "folder", folder };
  }
  if (url?.protocol === "s3:") return bucketOf(url);
  if (url?.protocol === "https:" || url?.protocol === "http:") {
    if (url.protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
      throw new ConfigError("RECORD_PLACES: a webhook on another machine must begin with https://.");
    return { kind: "webhook", url: url.href };
  }
  if (url?.protocol === "mailto:") {
    const to = decodeURIComponent(url.pathname).split(",");
    if (!to.every((address) => /^[^\s@,]{1,64}@[^\s@,]{1,190}$/.test(address)))
      throw new ConfigError(
        "RECORD_PLACES: email recipients are written as mailto:one@example.com,other@example.com.",
      );
    return { kind: "letter", to };
  }
  throw new ConfigError(
    "RECORD_PLACES: each place begins with file:, s3:, https: or mailto:. Separate places with spaces.",
  );
}

function bucketOf(url: URL): WitnessConfig {
  const mode = url.searchParams.get("lock")?.toUpperCase() ?? null;
  const days = Number(url.searchParams.get("days"));
  if (url.hostname === "") throw new ConfigError("RECORD_PLACES: a bucket is written as s3://bucket/prefix.");
  if (mode === null) return { kind: "bucket", url, lock: null };
  if (mode !== "GOVERNANCE" && mode !== "COMPLIANCE")
    throw new ConfigError("RECORD_PLACES: lock is governance or compliance.");
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new ConfigError("RECORD_PLACES: a lock needs days, from 1 to 36500.");
  return { kind: "bucket", url, lock: { mode, days } };
}
