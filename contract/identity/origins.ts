import { z } from "zod";

/** More than a company has websites that embed one thing. */
const mostOrigins = 20;

/** Names that only the visitor's own machine answers to, where a certificate is not needed. */
const localNames = new Set(["localhost", "127.0.0.1"]);

/**
 * The origin as browsers send it: lower case, international names in punycode, without the usual port.
 * @returns null for anything that is not exactly one origin over https, or over http of the own machine
 */
export function exactOrigin(written: string): string | null {
  const value = written.trim();
  if (!URL.canParse(value)) return null;
  const { protocol, hostname, pathname, search, hash, username, password, origin } = new URL(value);
  if (protocol !== "https:" && !(protocol === "http:" && localNames.has(hostname))) return null;
  // of the characters that a URL allows in a name, some mean something in a policy: `*`, `;`, `'`
  if (!/^[a-z0-9.-]+$/.test(hostname) || hostname.startsWith(".") || hostname.endsWith(".")) return null;
  if (pathname !== "/" || search !== "" || hash !== "" || username !== "" || password !== "") return null;
  return /[?#@\\]/.test(value) ? null : origin;
}

const AllowedOrigin = z
  .string()
  .max(300, "Use at most 300 characters.")
  .transform((value, context) => {
    const origin = exactOrigin(value);
    if (origin !== null) return origin;
    context.addIssue({
      code: "custom",
      message:
        "Enter one exact address without a path, like https://www.example.com. Only localhost may use http.",
    });
    return z.NEVER;
  });

const origins = (least: number) =>
  z
    .array(AllowedOrigin)
    .min(least, "Name at least one origin.")
    .max(mostOrigins, `Use at most ${mostOrigins} origins.`)
    .transform((all) => [...new Set(all)]);

export const AllowedOrigins = origins(0);
/** Of something that is shown on websites. */
export const ShownOn = origins(1);

/**
 * Letter by letter, as browsers send it: nothing that resembles an allowed origin, begins or ends like it, and never
 * `null`, which every sandboxed page sends.
 */
export function isAllowedOrigin(sent: string, allowed: readonly string[]): boolean {
  return sent !== "null" && allowed.includes(sent);
}
