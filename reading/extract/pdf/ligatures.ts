const SIGNS: Record<string, string> = { ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" };

/**
 * Ghostscript 10.0 writes the letters of a ligature with their bytes swapped: U+6600 for U+0066, `昀椀` for `fi`. The letters
 * are those of ligatures in Latin fonts.
 */
const SWAPPED = "昀琀猀挀吀椀氀樀栀";
const SWAPPED_LIGATURE = new RegExp(
  `(?<=\\p{Script=Latin})[${SWAPPED}]{2,3}|[${SWAPPED}]{2,3}(?=\\p{Script=Latin})`,
  "gu",
);

const SWAPPED_LETTER = new RegExp(`[${SWAPPED}]`, "g");
const LIGATURE = new RegExp(`[ﬀ-ﬆ]|[${SWAPPED}]{2}`, "u");

/** Replaces ligatures by the letters they show. */
export function expandLigatures(text: string): string {
  if (!LIGATURE.test(text)) return text;
  return text.replace(/[ﬀ-ﬆ]/g, (sign) => SIGNS[sign] ?? sign).replace(SWAPPED_LIGATURE, swapBack);
}

/** The letter behind each swapped character; only for comparisons, since Chinese texts use these characters too. */
export const swapBack = (text: string): string =>
  text.replace(SWAPPED_LETTER, (sign) => String.fromCharCode(sign.charCodeAt(0) >> 8));
