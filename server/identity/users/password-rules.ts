import { dictionary } from "@zxcvbn-ts/language-common";
import { passwordMinimum, passwordMinimumOf } from "#contract/identity/sessions.ts";
import type { Role } from "#contract/kernel/permissions.ts";
import { invalid } from "#server/platform/errors.ts";

const common = new Set(dictionary["passwords-common"].map(String));

/**
 * Length and a blocklist, no composition rules (NIST SP 800-63B, section 5.1.1.2). Counted in Unicode code points after
 * NFKC, so a password is the same on any keyboard.
 * @param role of the person; null: not known yet
 * @param ownWords the person's and the company's names and address, which attackers try first
 */
export function checkNewPassword(password: string, role: Role | null, ownWords: string[]): void {
  const normal = normalizePassword(password);
  const minimum = role === null ? passwordMinimum : passwordMinimumOf(role);
  if ([...normal].length < minimum)
    throw invalid("newPassword", `Password must be at least ${minimum} characters long`);
  const folded = normal.toLowerCase();
  if (common.has(folded) || new Set(folded).size < 3) {
    throw invalid("newPassword", "This password is one of the first that attackers try. Choose another one.");
  }
  const bare = folded.replace(/[^\p{L}]/gu, "");
  const words = ownWords
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => word.length >= 4);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), bare);
  if (bare.length > 0 && rest.length < 4 && rest.length < bare.length) {
    throw invalid(
      "newPassword",
      "This password is based on your name or your company's. Choose another one.",
    );
  }
}

export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}
