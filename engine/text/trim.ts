/** The text without the signs at its end that `sign` matches one by one; linear, where `sign+$` would be quadratic. */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** The text without such signs at either end. */
export function withoutEnds(text: string, sign: RegExp): string {
  let start = 0;
  while (start < text.length && sign.test(text[start] ?? "")) start += 1;
  return withoutEnd(text.slice(start), sign);
}

/** The lines of a text, and the cells of its rows, as one line. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, (gap) => (/[\n\t]/.test(gap) ? " " : gap));
}
