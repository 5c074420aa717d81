import type { Evidence } from "#engine/evidence.ts";
import type { AskedSection } from "#engine/query/section-question.ts";
import type { Candidate } from "./answering-units.ts";

/**
 * A part asked for by its number is read from its beginning, whatever its sentences say: each is worth a little less than the
 * one before it, and all as much as the best. A paragraph that is named, or that has the number itself, comes first.
 */
export function inOrder(
  units: readonly Candidate<Evidence>[],
  { number, item }: AskedSection,
): Candidate<Evidence>[] {
  const isInPart = ({ evidence: { coverage, proximity } }: Candidate<Evidence>) =>
    coverage === 1 && proximity === 1;
  const documents = Map.groupBy(units, ({ evidence }) => evidence.documentId);
  const inPart = [...documents.values()].flatMap((own) =>
    own.filter(isInPart).toSorted((one, other) => one.evidence.ordinal - other.evidence.ordinal),
  );
  if (inPart.length === 0) return [...units];
  const most = Math.max(...inPart.map(({ worth }) => worth));
  const numbered = underNumber(inPart, number);
  const isNamed = (unit: Candidate<Evidence>) =>
    (item !== null && unit.text.trimStart().startsWith(item)) || numbered.includes(unit);
  const [named, others] = [inPart.filter(isNamed), inPart.filter((unit) => !isNamed(unit))];
  const beside = named.length === 0 ? 0 : besideNamed;
  return [
    ...named.map((unit, place) => ({ ...unit, worth: most - place * leastStep })),
    ...others.map((unit, place) => ({ ...unit, worth: most - beside - place * leastStep })),
  ];
}

/** Keeps an order without taking a passage out of sight. */
const leastStep = 1e-3;
/** Log-odds that leave the paragraphs beside a named one in sight, unmarked (`oddsInSight`, `oddsToMark`). */
const besideNamed = 1.5;

/** The units from the one that begins with a number, such as `2.2`, up to the one with the next number. */
function underNumber(units: readonly Candidate<Evidence>[], number: string): readonly Candidate<Evidence>[] {
  const start = units.findIndex(({ text }) => labelOf(text) === number);
  if (start < 0) return [];
  const next = units.slice(start + 1).findIndex(({ text }) => {
    const label = labelOf(text);
    return label !== null && !isUnder(label, number);
  });
  return units.slice(start, next < 0 ? units.length : start + 1 + next);
}

/** `2.2 Late invoices …`, `3. Refunds`; a figure without a dot begins a sentence. */
const LABEL = /^\s{0,9}(?:§{1,2}\s?)?(\d{1,4}(?:\.\d{1,4}){1,8}|\d{1,4}(?=[.)]))[.)]?\s/;
const labelOf = (text: string) => LABEL.exec(text)?.[1] ?? null;
const isUnder = (label: string, number: string) => label === number || label.startsWith(`${number}.`);
