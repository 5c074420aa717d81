const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

export type Part = { text: string; isOther: boolean };

/** A text's sentences, marked if the other text lacks them; ignores footnote marks and spaces. */
export function sentenceChanges(text: string, other: string): Part[] {
  const known = new Set(sentencesOf(other).map(bare));
  return sentencesOf(text).map((sentence) => {
    const words = bare(sentence);
    return { text: sentence, isOther: words !== "" && !known.has(words) };
  });
}

const sentencesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Collapses spaces first, to remove a mark together with the space before it. */
const bare = (sentence: string) =>
  sentence
    .split(/\s/)
    .filter(Boolean)
    .join(" ")
    .replaceAll(/ ?\[\d{1,4}\]/g, "");
