const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

export type Part = { text: string; isOther: boolean };

/** The sentences of a text, each marked where the other text does not hold it; footnote marks and spaces do not count. */
export function sentenceChanges(text: string, other: string): Part[] {
  const known = new Set(sentencesOf(other).map(bare));
  return sentencesOf(text).map((sentence) => {
    const words = bare(sentence);
    return { text: sentence, isOther: words !== "" && !known.has(words) };
  });
}

const sentencesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Spaces are one first, so that a mark goes with the one before it. */
const bare = (sentence: string) =>
  sentence
    .split(/\s/)
    .filter(Boolean)
    .join(" ")
    .replaceAll(/ ?\[\d{1,4}\]/g, "");
