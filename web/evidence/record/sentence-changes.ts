const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The positions of sentences that the other text lacks; ignores footnote marks and spaces. */
export function sentenceChanges(text: string, other: string): { start: number; end: number }[] {
  const known = new Set([...segmenter.segment(other)].map(({ segment }) => bare(segment)));
  return [...segmenter.segment(text)].flatMap(({ segment, index }) => {
    const words = bare(segment);
    return words === "" || known.has(words) ? [] : [{ start: index, end: index + segment.length }];
  });
}

/** Collapses spaces first, to remove a mark together with the space before it. */
const bare = (sentence: string) =>
  sentence
    .split(/\s/)
    .filter(Boolean)
    .join(" ")
    .replaceAll(/ ?\[\d{1,4}\]/g, "");
