import { plainLine } from "#contract/kernel/values.ts";

/** The identity provider's claims about a person, verified. */
export type Claims = {
  /** Never given to somebody else, unlike an address. */
  subject: string;
  /** null if the provider says the address is not verified, or sends none. */
  email: string | null;
  firstName: string;
  lastName: string;
  groups: string[];
};

/** Text from outside, trimmed, at most `most` characters. */
export function claimText(value: unknown, most: number): string {
  return typeof value === "string" ? value.replaceAll("\u0000", "").trim().slice(0, most).toWellFormed() : "";
}

/** In lower case; null if it isn't an email address. */
export function claimEmail(value: unknown): string | null {
  const email = claimText(value, 255).toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 ? email : null;
}

/** First and last name, or both from a display name. */
export function claimNames(names: { first: unknown; last: unknown; full: unknown }) {
  const line = (value: unknown, most: number) => plainLine(claimText(value, most)).trim();
  const [first = "", ...rest] = line(names.full, 200).split(/\s+/);
  return {
    firstName: line(names.first, 100) || first.slice(0, 100),
    lastName: line(names.last, 100) || rest.join(" ").slice(0, 100),
  };
}
