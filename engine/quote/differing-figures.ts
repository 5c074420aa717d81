import type { Span } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { termsOf } from "#engine/text/analyze.ts";

/** Two sentences with this share of their words in common, figures aside, state the same rule. */
const sameRule = 0.6;

type Quoted = { evidence: Evidence; best: Span };

/** The first two of these quotes that state the same rule with different figures in two documents. */
export function differingPair<Own extends Quoted>(quotes: readonly Own[]): [Own, Own] | null {
  for (const [place, one] of quotes.entries())
    for (const other of quotes.slice(place + 1)) if (differ(one, other)) return [one, other];
  return null;
}

function differ(one: Quoted, other: Quoted): boolean {
  if (one.evidence.documentId === other.evidence.documentId) return false;
  const [left, right] = [saidIn(one), saidIn(other)];
  const common = left.words.filter((word) => right.words.includes(word)).length;
  const all = new Set([...left.words, ...right.words]).size;
  if (all === 0 || common / all < sameRule) return false;
  const isUnlike = left.figures.join() !== right.figures.join();
  return left.figures.length > 0 && right.figures.length > 0 && isUnlike;
}

/** Words and figures of the answering sentence. */
function saidIn({ evidence, best }: Quoted) {
  const said = [...termsOf(evidence.text.slice(best.start, best.end))];
  return {
    words: said.filter((term) => !/\d/.test(term)),
    figures: said.filter((term) => /\d/.test(term)).toSorted(),
  };
}
