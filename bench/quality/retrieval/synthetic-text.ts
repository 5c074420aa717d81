import { STOP_WORDS } from "#engine/text/stop-words.ts";
import { randomFrom } from "#seed/demo/random.ts";
import type { SetDocument } from "./question-set.ts";

// Policy text as measured on the question sets: four words in ten are function words, passages have 40 to 160 words, and
// word ranks follow Zipf's law with Mandelbrot's shift.
const VOCABULARY = 60_000;
const EXPONENT = 1.07;
const SHIFT = 2.7;
const GRAMMAR_SHARE = 0.4;
export const PASSAGES_PER_DOCUMENT = 100;
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru".split(
  " ",
);

/** Documents and questions in a synthetic language with the statistics of policies; reproducible for a seed. */
export function createAuthor(seed: number) {
  const random = randomFrom(seed);
  const words = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank));
  const cumulative = new Float64Array(VOCABULARY);
  let total = 0;
  for (let rank = 0; rank < VOCABULARY; rank++)
    cumulative[rank] = total += 1 / (rank + 1 + SHIFT) ** EXPONENT;
  const grammar = [...STOP_WORDS];
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";

  function word(): string {
    if (random() < GRAMMAR_SHARE) return pick(grammar);
    const mark = random() * total;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) < mark) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? "";
  }
  const text = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least)) }, word).join(" ");

  function document(number: number, passages = PASSAGES_PER_DOCUMENT): SetDocument {
    const sections = Array.from(
      { length: Math.ceil(passages / 10) },
      (_, section) => `${section + 1} ${text(2, 5)}`,
    );
    return {
      title: `${text(2, 5)} ${number}`,
      passages: Array.from({ length: passages }, (_, passage) => ({
        text: text(40, 160),
        section: sections[Math.floor(passage / 10)] ?? "",
      })),
      ids: Array.from({ length: passages }, (_, passage) => `${number}#${passage}`),
    };
  }
  return { document, question: () => `${text(14, 26)}?` };
}

export type Author = ReturnType<typeof createAuthor>;

function wordOf(rank: number): string {
  let rest = rank;
  let word = "";
  do {
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return `${word}m`; // not a suffix, so that stemming keeps the words apart
}
