import { ConfigError } from "./config-error.ts";

export function publicUrlOf({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string | undefined; PORT: number }): string {
  const written = PUBLIC_URL ?? `http://localhost:${PORT}`;
  const url = URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new ConfigError(
      "PUBLIC_URL must be the address that people open, such as https://policies.example.com.",
    );
  if (url.pathname !== "/")
    throw new ConfigError(
      `PUBLIC_URL has the path ${url.pathname}, but Footnote answers only at the root of a host. Give it a host name of its own, such as https://policies.example.com.`,
    );
  return written.replace(/\/$/, "");
}

/** An address is written as people write it; RFC 9116 wants a URL. */
export function contactOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const url = /^[^\s@:]+@[^\s@]+$/.test(written) ? `mailto:${written}` : written;
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(url))
    throw new ConfigError(
      "SECURITY_CONTACT must be an email address or an address that begins with https://.",
    );
  return url;
}
