import { citedWords } from "#engine/draft.ts";
import type { CitedSource, Draft } from "#engine/draft.ts";
import { termsOf } from "#engine/text/analyze.ts";

/** Two sentences with this share of their words in common, figures aside, state the same rule. */
const sameRule = 0.6;

/** Adds a notice to an answer if two of its documents state the same rule with different figures. */
export function withDifferingFigures(draft: Draft): Draft {
  for (const [place, one] of draft.sources.entries())
    for (const other of draft.sources.slice(place + 1))
      if (differ(one, other))
        return {
          ...draft,
          reason: `Your documents disagree: compare [${one.marker}] and [${other.marker}].`,
        };
  return draft;
}

function differ(one: CitedSource, other: CitedSource): boolean {
  if (one.evidence.documentId === other.evidence.documentId) return false;
  const [left, right] = [saidIn(one), saidIn(other)];
  const common = left.words.filter((word) => right.words.includes(word)).length;
  const all = new Set([...left.words, ...right.words]).size;
  if (all === 0 || common / all < sameRule) return false;
  const isUnlike = left.figures.join() !== right.figures.join();
  return left.figures.length > 0 && right.figures.length > 0 && isUnlike;
}

/** Words and figures of the answering sentence. */
function saidIn(source: CitedSource) {
  const said = [...termsOf(citedWords(source))];
  return {
    words: said.filter((term) => !/\d/.test(term)),
    figures: said.filter((term) => /\d/.test(term)).toSorted(),
  };
}
