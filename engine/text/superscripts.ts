const PLAIN = "0123456789+-−=()abcdefghijklmnoprstuvwxyz";
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ";

const raisedOf = new Map([...PLAIN].map((plain, at) => [plain, [...RAISED][at] ?? plain]));
const plainOf = new Map([...RAISED].map((raised, at) => [raised, [...PLAIN][at] ?? raised]));

/** The raised forms of digits, signs and letters, for use in a character class. */
export const SUPERSCRIPTS = [...plainOf.keys()].join("");

/** The text in raised characters; null if one of its characters has no raised form. */
export function toSuperscript(text: string): string | null {
  const raised = [...text].map((sign) => (/[,;\s]/.test(sign) ? sign : raisedOf.get(sign)));
  return raised.includes(undefined) ? null : raised.join("");
}

export const fromSuperscript = (raised: string) =>
  [...raised].map((sign) => plainOf.get(sign) ?? sign).join("");

const AFTER_FIGURE = new RegExp(`(?<=\\d)[${SUPERSCRIPTS}]+(?:[,;][${SUPERSCRIPTS}]+)*`, "gu");

/** Without the marks of notes and exponents after figures, which are no part of them: `15¹` is 15. */
export const withoutMarks = (text: string) => text.replace(AFTER_FIGURE, "");
