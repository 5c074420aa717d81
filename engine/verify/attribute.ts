import { termsOf } from "#engine/text/analyze.ts";
import type { ClaimVerdict } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { compare, type Asserted, type CheckedVerdict } from "./compare.ts";

/** A passage with its words that support a sentence, or that contradict it. */
export type Support = { item: Evidence; quote: string };
/** What passages say of a sentence. `condition`: a clause that limits their words and that the sentence lacks. */
export type Carrying = { verdict: ClaimVerdict; by: Support[]; condition: string | null };

/** Verdicts, from best to worst. */
const order: readonly CheckedVerdict[] = ["supported", "open", "contradicted", "unsupported"];
/** Content words of a sentence that a passage it doesn't cite may confirm. */
const leastUncited = 4;
/** Number of uncited passages to compare: one comparison takes up to 18 ms (docs/decisions/checking.md). */
const mostOthers = 5;

/**
 * The verdict of the cited passages on a sentence, and its sources among them. If they don't support it, the other passages
 * sent to the model are compared too, and one that supports it becomes its source. A sentence that its own passages don't
 * discuss stays unsupported, with the nearest passage attached: a second look may confirm it there.
 */
export function attribute(asserted: Asserted, cited: Evidence[], sent: Evidence[]): Carrying {
  const own = bestOf(asserted, cited);
  if (own.verdict === "supported") return own;
  const others = bestOf(
    { ...asserted, content: leastUncited },
    nearestOf(
      `${asserted.claim} ${asserted.question}`,
      sent.filter((item) => !cited.includes(item)),
    ),
  );
  const by = others.by.slice(0, 1);
  if (others.verdict === "supported") return { ...others, by };
  if (own.verdict !== "unsupported" || others.verdict === "unsupported") return own;
  return { ...others, verdict: others.verdict === "contradicted" ? "contradicted" : "unsupported", by };
}

function bestOf(asserted: Asserted, passages: Evidence[]): Carrying {
  const checked = passages.map((item) => ({ item, ...compare(asserted, item) }));
  const verdict = order.find((one) => checked.some((check) => check.verdict === one)) ?? "unsupported";
  const best = checked.filter((check) => check.verdict === verdict);
  return {
    verdict,
    by: best.map(({ item, quote }) => ({ item, quote: quote || item.text })),
    condition: best.find(({ condition }) => condition !== null)?.condition ?? null,
  };
}

/** The passages that contain the most of the sentence's words, best first. */
function nearestOf(claim: string, passages: Evidence[]): Evidence[] {
  const said = [...termsOf(claim)];
  return passages
    .map((item) => {
      const held = termsIn(item);
      return { item, shared: said.filter((term) => held.has(term)).length };
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, mostOthers)
    .map(({ item }) => item);
}

const known = new WeakMap<Evidence, Set<string>>();

function termsIn(item: Evidence): Set<string> {
  const terms = known.get(item) ?? termsOf(`${item.documentName} ${item.section} ${item.text}`);
  known.set(item, terms);
  return terms;
}
