/** Shorter beginnings of a quote occur on many pages by chance. */
const leastLetters = 24;
/** Fewer letters occur in another order by chance. */
const leastSame = 12;
/** Letters of the text that must follow the mark of a note. */
const markAfter = 4;

/** A text's letters and digits, in small letters: what the extracted and the drawn text of a page have in common. */
export function lettersOf(text: string): string {
  return swapBack(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Ghostscript 10.0 writes the letters of a ligature with their bytes swapped: U+6600 for U+0066, `昀椀` for `fi`. The letters
 * are those of ligatures in Latin fonts.
 */
export const swappedLetters = "昀琀猀挀吀椀氀樀栀";
const swappedLetter = new RegExp(`[${swappedLetters}]`, "g");

/** The letter behind each swapped character; only for comparisons, since Chinese texts use these characters too. */
export const swapBack = (text: string): string =>
  text.replace(swappedLetter, (sign) => String.fromCharCode(sign.charCodeAt(0) >> 8));

/**
 * Where a page's letters hold the wanted ones (both by `lettersOf`): all of them, or in another order, or with the marks of
 * notes between, or their beginning. In UTF-16 code units; null if nowhere.
 */
export function findLetters(page: string, wanted: string): { start: number; length: number } | null {
  const isWhole = wanted !== "" && page.includes(wanted);
  return (
    (isWhole ? null : (sameLetters(page, wanted) ?? withMarks(page, wanted))) ??
    longestBeginning(page, wanted)
  );
}

/**
 * A range of the page with exactly the wanted letters in another order, such as a table row whose wrapped cells are drawn line by line. Of several, the range whose beginning is most like the wanted words.
 */
function sameLetters(page: string, wanted: string): { start: number; length: number } | null {
  const { length } = wanted;
  if (length < leastSame || page.length < length) return null;
  const missing = new Map<string, number>();
  let unequal = 0;
  const add = (letter: string | undefined, by: 1 | -1) => {
    if (letter === undefined) return;
    const before = missing.get(letter) ?? 0;
    missing.set(letter, before + by);
    unequal += (before + by === 0 ? 0 : 1) - (before === 0 ? 0 : 1);
  };
  for (let at = 0; at < length; at += 1) add(wanted[at], 1);
  let best: { start: number; length: number; same: number } | null = null;
  for (let at = 0; at < page.length; at += 1) {
    add(page[at], -1);
    if (at >= length) add(page[at - length], 1);
    const start = at - length + 1;
    if (unequal > 0 || start < 0) continue;
    let same = 0;
    while (same < length && page[start + same] === wanted[same]) same += 1;
    if (best === null || same > best.same) best = { start, length, same };
  }
  return best;
}

/**
 * The whole text with further letters between its own: the marks of notes, which the page has beside words and figures and
 * the text doesn't.
 */
function withMarks(page: string, wanted: string): { start: number; length: number } | null {
  const lead = wanted.slice(0, leastSame);
  if (wanted.length <= lead.length) return null;
  for (let start = page.indexOf(lead); start >= 0; start = page.indexOf(lead, start + 1)) {
    let at = start + lead.length;
    let place = lead.length;
    while (place < wanted.length && at < page.length) {
      const rest = wanted.slice(place, place + markAfter);
      const gap = [0, 1, 2, 3].find((more) => page.startsWith(rest, at + more));
      if (gap === undefined) break;
      at += gap;
      // up to the next mark
      do {
        at += 1;
        place += 1;
      } while (place < wanted.length && page[at] === wanted[place]);
    }
    if (place === wanted.length) return { start, length: at - start };
  }
  return null;
}

function longestBeginning(page: string, wanted: string): { start: number; length: number } | null {
  if (wanted === "") return null;
  for (let length = wanted.length; length > 0; length = Math.floor(length * 0.8)) {
    if (length < wanted.length && length < leastLetters) return null;
    const start = page.indexOf(wanted.slice(0, length));
    if (start >= 0) return { start, length };
  }
  return null;
}
