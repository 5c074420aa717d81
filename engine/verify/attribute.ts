import { termsOf } from "#engine/text/analyze.ts";
import type { Evidence } from "#engine/evidence.ts";
import { compare } from "./compare.ts";
import type { CheckedVerdict } from "./compare.ts";

/** A passage with its words that a sentence rests on, or that speak against it. */
export type Carried = { item: Evidence; quote: string };

/** From the best to the worst of what passages may say of a sentence. */
const order: readonly CheckedVerdict[] = ["supported", "open", "contradicted", "unsupported"];
/** Passages compared beside those that are cited: comparing one takes up to 18 ms (docs/decisions/checking.md). */
const mostOthers = 5;

/**
 * What the cited passages say of a sentence, and which of them its sources are. A sentence that they do not confirm is held
 * against the others that were sent too, and one that confirms it becomes its source. A sentence of which its own passages do
 * not speak stays unsupported, with the passage that comes nearest: a second look may confirm it there.
 */
export function attribute(
  claim: string,
  cited: Evidence[],
  sent: Evidence[],
): { verdict: CheckedVerdict; by: Carried[] } {
  const own = bestOf(claim, cited);
  if (own.verdict === "supported") return own;
  const others = bestOf(
    claim,
    nearestOf(
      claim,
      sent.filter((item) => !cited.includes(item)),
    ),
  );
  const by = others.by.slice(0, 1);
  if (others.verdict === "supported") return { verdict: "supported", by };
  if (own.verdict !== "unsupported" || others.verdict === "unsupported") return own;
  return { verdict: others.verdict === "contradicted" ? "contradicted" : "unsupported", by };
}

function bestOf(claim: string, passages: Evidence[]): { verdict: CheckedVerdict; by: Carried[] } {
  const checked = passages.map((item) => ({ item, ...compare(claim, item) }));
  const verdict = order.find((one) => checked.some((check) => check.verdict === one)) ?? "unsupported";
  return {
    verdict,
    by: checked
      .filter((check) => check.verdict === verdict)
      .map(({ item, quote }) => ({ item, quote: quote || item.text })),
  };
}

/** The passages that hold most of the sentence's words, best first. */
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
