import { at } from "#engine/arrays.ts";
import type { Candidate } from "./candidates.ts";
import type { ThemeCounts } from "#engine/index/theme-counts.ts";
import type { Question } from "#engine/query/question.ts";
import { sectionPart, sequence, type StoredDocument, textPart } from "#engine/index/theme-store.ts";

/** Statistics from one walk over a candidate's tokens; `counts` and `inSection` by asked term. */
export type PassageStats = {
  counts: Uint16Array;
  inSection: Uint16Array;
  /** Indexes into the question's `pairs` whose words are adjacent in the text. */
  pairs: Set<number>;
  /** Weight of the distinct asked terms inside the best window of WINDOW terms. */
  window: number;
  /**
   * Weight of the asked terms that occur together: in the best window of WINDOW terms, the section and the document's
   * title. A long passage contains a question's words scattered; an answer contains them close.
   */
  proximity: number;
};

const none: readonly number[] = [];
const WINDOW = 20; // terms, about two lines
/** The count of a term that counts for every window, or for none: more than a window can add or remove. */
const SETTLED = 1000;

let marks = new Uint32Array(0); // by theme term: place plus one in the lists of asked terms; all zero between questions

/** Scans the tokens of all candidates, in their order. */
export function passageStatsOf(
  store: { state: Pick<ThemeCounts["state"], "passageFrequency"> },
  question: Question,
  candidates: readonly Candidate[],
): PassageStats[] {
  const known = store.state.passageFrequency.length;
  if (marks.length < known) marks = new Uint32Array(known * 2);
  // a compound of two asked words counts as both
  const lists: number[][] = [];
  question.terms.forEach(({ term, compounds }, asked) => {
    for (const own of [term, ...compounds]) {
      const list = lists[(marks[own] ?? 0) - 1];
      if (list === undefined) marks[own] = lists.push([asked]);
      else list.push(asked);
    }
  });
  const stats = candidates.map((candidate) => statsOf(question, candidate, lists));
  for (const { term, compounds } of question.terms) for (const own of [term, ...compounds]) marks[own] = 0;
  return stats;
}

function statsOf(
  question: Question,
  { document, passage }: Candidate,
  lists: readonly number[][],
): PassageStats {
  const counts = new Uint16Array(question.terms.length);
  const inSection = new Uint16Array(question.terms.length);
  const pairs = new Set<number>();
  const { terms } = document;
  const askedAt = (local: number) => (local === 0 ? undefined : lists[(marks[terms[local] ?? 0] ?? 0) - 1]);
  for (const local of sequence(document, sectionPart(document, passage))) {
    for (const asked of askedAt(local) ?? none) inSection[asked] = at(inSection, asked) + 1;
  }
  const tokens = sequence(document, textPart(document, passage));
  const hits: number[] = []; // place and asked term, alternating
  let previous = -1;
  for (let index = 0; index < tokens.length; index++) {
    const list = askedAt(tokens[index] ?? 0);
    if (list === undefined) {
      previous = -1;
      continue;
    }
    for (const asked of list) {
      counts[asked] = Math.min(65_535, (counts[asked] ?? 0) + 1);
      hits.push(index, asked);
      if (previous >= 0) {
        for (let pair = 0; pair < question.pairs.length; pair++) {
          const words = question.pairs[pair];
          if (words && words[0] === previous && words[1] === asked) pairs.add(pair);
        }
      }
      previous = asked;
    }
  }
  return {
    counts,
    inSection,
    pairs,
    window: richestWindow(question, hits, new Uint16Array(question.terms.length)),
    proximity: proximityOf(question, document, inSection, hits),
  };
}

/** Terms that count for every window, and words that the question lacks, which count zero. */
function proximityOf(
  question: Question,
  document: StoredDocument,
  inSection: Uint16Array,
  hits: readonly number[],
) {
  const inside = new Uint16Array(question.terms.length);
  let above = 0;
  question.terms.forEach(({ term, weight, isAsked }, asked) => {
    const isAbove = at(inSection, asked) > 0 || document.title.includes(term);
    if (!isAsked || isAbove) inside[asked] = SETTLED;
    if (isAbove && isAsked) above += weight;
  });
  return above + richestWindow(question, hits, inside);
}

/** Weight of the distinct asked terms inside the best window of WINDOW terms, except those already `inside`. */
function richestWindow({ terms }: Question, hits: readonly number[], inside: Uint16Array): number {
  let weight = 0;
  let most = 0;
  let start = 0;
  for (let end = 0; end < hits.length; end += 2) {
    const asked = at(hits, end + 1);
    if (at(inside, asked) === 0) weight += terms[asked]?.weight ?? 0;
    inside[asked] = at(inside, asked) + 1;
    while (at(hits, end) - at(hits, start) >= WINDOW) {
      const gone = at(hits, start + 1);
      inside[gone] = at(inside, gone) - 1;
      if (at(inside, gone) === 0) weight -= terms[gone]?.weight ?? 0;
      start += 2;
    }
    most = Math.max(most, weight);
  }
  return most;
}
