/** Removes trailing characters that match `sign` one by one; linear, where `sign+$` would be quadratic. */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Removes such characters from both ends. */
export function withoutEnds(text: string, sign: RegExp): string {
  let start = 0;
  while (start < text.length && sign.test(text[start] ?? "")) start += 1;
  return withoutEnd(text.slice(start), sign);
}

/** Joins the lines of a text, and the cells of its rows, into one line. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, (gap) => (/[\n\t]/.test(gap) ? " " : gap));
}
