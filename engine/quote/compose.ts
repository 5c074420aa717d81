import type { CheckedClaim, CitedSource, Draft, Span } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { lastHeadingOf } from "#engine/text/rows.ts";
import { differingPair } from "./differing-figures.ts";
import { renderPassage } from "./render-passage.ts";

/**
 * A passage to quote, its answering sentences, the best one of them, whether it scores nearly as well as the lead, and the
 * chance that it answers.
 */
export type Composed = {
  evidence: Evidence;
  answering: Span[];
  best: Span;
  isInSight: boolean;
  fit: number;
};

/** The lead and two beside it, … */
const mostInSight = 3;
/** … as far as their passages together have at most these characters: the lead is read, not looked for. */
const charactersInSight = 700;
/** Headings of an answer's further quotes (contract/answering/answers.ts uses the second one for the fold). */
const alsoRelevant = "**Also relevant**";
const morePassages = "**More passages**";

/** Writes the quotes as one answer in Markdown, the lead first, with a notice if two documents differ. */
export function compose(quotes: readonly Composed[]): Draft {
  const { inSight, folded, pair } = arrange(quotes);
  const all = [...inSight, ...folded];
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  let text = "";
  for (const [place, { evidence, answering, fit }] of all.entries()) {
    const marker = place + 1;
    if (place === 1 && inSight.length > 1) text += `\n\n${alsoRelevant}`;
    if (place === inSight.length) text += `\n\n${morePassages}`;
    if (text !== "") text += "\n\n";
    const heading = headingOf(evidence);
    const rendered = renderPassage({ ...evidence, heading, marker }, answering);
    const from = text.length;
    text += rendered.markdown;
    for (const { start, end } of rendered.lit)
      claims.push({ start: from + start, end: from + end, markers: [marker], verdict: "supported" });
    sources.push({ marker, evidence: { ...evidence, score: fit }, ...trimmed(evidence.text, answering) });
  }
  const [one, other] = all.flatMap((quote, place) => (pair.includes(quote) ? [place + 1] : []));
  const reason = other === undefined ? null : `${disagreeing}${one}] and [${other}].`;
  return { outcome: "answered", text, sources, claims, reason };
}

/** How the note begins that names the marks of two documents with different figures; recorded answers are found by it. */
export const disagreeing = "Your documents disagree: compare [";

/** What disagrees with another quote stands beside the lead, so that a notice never points below the fold. */
function arrange(quotes: readonly Composed[]): Record<"inSight" | "folded" | "pair", Composed[]> {
  const pair: Composed[] = differingPair(quotes) ?? [];
  const [lead, ...rest] = quotes;
  const inSight = [
    ...(lead === undefined ? [] : [lead]),
    ...rest.filter((quote) => pair.includes(quote)),
    ...rest.filter((quote) => quote.isInSight && !pair.includes(quote)),
  ]
    .slice(0, mostInSight)
    .filter(
      (quote, place, all) =>
        place === 0 || pair.includes(quote) || lengthOf(all.slice(0, place + 1)) <= charactersInSight,
    );
  return { inSight, folded: quotes.filter((quote) => !inSight.includes(quote)), pair };
}

const lengthOf = (quotes: readonly Composed[]): number =>
  quotes.reduce((sum, { evidence }) => sum + evidence.text.length, 0);

/** The heading directly above a passage, shown as a run-in heading. */
function headingOf({ section }: Evidence): string {
  return lastHeadingOf(section).trim().replace(/[:.]$/, "").replaceAll("*", "");
}

function trimmed(text: string, answering: readonly Span[]): { quote: string; answering: Span[] } {
  const lead = text.length - text.trimStart().length;
  const quote = text.trim();
  return { quote, answering: answering.map(({ start, end }) => ({ start: start - lead, end: end - lead })) };
}
