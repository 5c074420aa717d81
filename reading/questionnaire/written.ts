/** Characters that XML cannot hold at all (XML 1.0, 2.2). */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as XML holds it. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** A replacement of a part of a text; `start` = `end` inserts. */
export type Edit = { start: number; end: number; text: string };

/** Everything else stays character for character. Edits at the same place follow one another in their order. */
export function edited(whole: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(whole.slice(at, start), text);
    at = end;
  }
  return [...pieces, whole.slice(at)].join("");
}

/** `<w:p …>` is written with the prefix `w:`. */
export const prefixOf = (tag: string): string =>
  tag.includes(":") ? tag.slice(0, tag.indexOf(":") + 1) : "";

/** The start of a tag that ends there: a literal `<` cannot stand inside a tag. */
export const startOf = (whole: string, end: number): number => whole.lastIndexOf("<", end - 1);
