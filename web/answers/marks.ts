const marks = /\[(\d{1,3})\]/g;

/**
 * A text with its footnote marks: '[1]' as the number 1, what lies between as it is.
 * @param known what the marks may point to, others stay text; null while nothing is known yet, when all are marks
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
