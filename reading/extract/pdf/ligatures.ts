import { swapBack, swappedLetters } from "#engine/text/find-letters.ts";

const SIGNS: Record<string, string> = { ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" };

const SWAPPED_LIGATURE = new RegExp(
  `(?<=\\p{Script=Latin})[${swappedLetters}]{2,3}|[${swappedLetters}]{2,3}(?=\\p{Script=Latin})`,
  "gu",
);

const LIGATURE = new RegExp(`[ﬀ-ﬆ]|[${swappedLetters}]{2}`, "u");

/** Replaces ligatures by the letters they show. */
export function expandLigatures(text: string): string {
  if (!LIGATURE.test(text)) return text;
  return text.replace(/[ﬀ-ﬆ]/g, (sign) => SIGNS[sign] ?? sign).replace(SWAPPED_LIGATURE, swapBack);
}
