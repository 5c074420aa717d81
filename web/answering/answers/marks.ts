const marks = /\[(\d{1,3})\]/g;

/**
 * Splits a text at its footnote marks: '[1]' becomes the number 1, the rest stays as is.
 * @param known valid targets, other marks stay text; null while none are known yet, when all count as marks
 */
export function withMarks(text: string, known: ReadonlySet<number> | null): (string | number)[] {
  const pieces: (string | number)[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    const marker = Number(match[1]);
    if (known !== null && !known.has(marker)) continue;
    pieces.push(text.slice(end, match.index), marker);
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== "");
}
