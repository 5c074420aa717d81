import type { Evidence } from "#engine/evidence.ts";
import type { AskedSection } from "#engine/query/section-question.ts";
import { termsOf } from "#engine/text/analyze.ts";
import type { Candidate } from "./answering-units.ts";

/** The units of the parts that are asked for by their numbers; of several parts, where each begins, and those that lack. */
type InOrder = {
  units: Candidate<Evidence>[];
  beginnings: ReadonlySet<Candidate<Evidence>>;
  missing: string[];
};

export function partsInOrder(units: readonly Candidate<Evidence>[], asked: readonly AskedSection[]): InOrder {
  const [one, ...others] = asked;
  const nothing = { beginnings: new Set<Candidate<Evidence>>(), missing: [] };
  if (one === undefined) return { units: [...units], ...nothing };
  if (others.length === 0) return { units: inOrder(units, one), ...nothing };
  const most = Math.max(...units.map(({ worth }) => worth));
  const known = new Set<Candidate<Evidence>>();
  const beginnings = new Set<Candidate<Evidence>>();
  const missing: string[] = [];
  const ordered = asked.flatMap((section, part) => {
    const found = unitsOf(inNamedDocument(units, section), section);
    if (found.length === 0) missing.push(section.number);
    const own = found.filter((unit) => !known.has(unit));
    const passages = [...new Set(own.map(({ evidence }) => evidence))];
    return own.map((unit, place) => {
      known.add(unit);
      const turn = passages.indexOf(unit.evidence) * asked.length + part;
      const ranked = { ...unit, worth: most - (turn * unitsOfPassage + place) * leastStep };
      if (place === 0) beginnings.add(ranked);
      return ranked;
    });
  });
  return ordered.length === 0 ? { units: [...units], ...nothing } : { units: ordered, beginnings, missing };
}

/** The units of the documents whose names have most of the words with which a part's document is asked for; all, if none has any. */
function inNamedDocument(units: readonly Candidate<Evidence>[], { document }: AskedSection) {
  const shared = new Map<number, number>();
  for (const { evidence } of document.length === 0 ? [] : units) {
    const name = termsOf(evidence.documentName);
    shared.set(evidence.documentId, document.filter((term) => name.has(term)).length);
  }
  const most = Math.max(0, ...shared.values());
  return most === 0 ? units : units.filter(({ evidence }) => shared.get(evidence.documentId) === most);
}

/** The units of one of several parts, in their order. */
function unitsOf(units: readonly Candidate<Evidence>[], { kind, number, item }: AskedSection) {
  const documents = Map.groupBy(units.filter(isInPart), ({ evidence }) => evidence.documentId);
  return [...documents.values()].flatMap((all) => {
    const read = all.toSorted((one, other) => one.evidence.ordinal - other.evidence.ordinal);
    const numbered = underNumber(read, number);
    const own = read.filter(
      (unit) =>
        numbered.includes(unit) ||
        unit.evidence.section.split(" › ").some((name) => isHeading(name, kind, number)),
    );
    const found = own.length > 0 ? own : read.filter((unit) => isBelowLine(unit, kind, number));
    const named = found.filter((unit) => isItem(unit, item));
    return named.length === 0 ? found : named;
  });
}

/** Whether a unit lies in a short section of this number, which shares its passage with the next one. */
function isBelowLine({ evidence, unit }: Candidate<Evidence>, kind: string | null, number: string): boolean {
  let isInside = false;
  let at = 0;
  for (const line of evidence.text.split("\n")) {
    if (at > unit.start) break;
    const label = labelOf(`${line} `);
    if (label !== null) isInside = isUnder(label, number);
    else if (/^\s{0,9}(?:§|\p{L})/u.test(line) && isHeading(line, kind ?? "", number)) isInside = true;
    at += line.length + 1;
  }
  return isInside;
}

/** `2. Rent`, `§ 3`, `Article IV Duties`: the kind, if there is one, and the number. */
const HEADING = /^\s{0,9}(?:§{1,2}\s?|(?<kind>\p{L}{1,20})\.?\s)?(?<number>\S{1,40})/u;

/** Whether a heading is that of a part, or of a part of it. */
function isHeading(name: string, kind: string | null, number: string): boolean {
  const { kind: own = kind, number: label = "" } = HEADING.exec(name.toLowerCase())?.groups ?? {};
  if (kind !== null && own !== kind) return false;
  return label.startsWith(number) && !/^[\p{L}\p{N}]/u.test(label.slice(number.length));
}

const isItem = ({ text }: Candidate<Evidence>, item: string | null) =>
  item !== null && text.trimStart().startsWith(item);

/**
 * A part asked for by its number is read from its beginning, whatever its sentences say: each is worth a little less than the
 * one before it, and all as much as the best. A paragraph that is named, or that has the number itself, comes first.
 */
function inOrder(
  units: readonly Candidate<Evidence>[],
  { number, item }: AskedSection,
): Candidate<Evidence>[] {
  const documents = Map.groupBy(units, ({ evidence }) => evidence.documentId);
  const inPart = [...documents.values()].flatMap((own) =>
    own.filter(isInPart).toSorted((one, other) => one.evidence.ordinal - other.evidence.ordinal),
  );
  if (inPart.length === 0) return [...units];
  const most = Math.max(...inPart.map(({ worth }) => worth));
  const numbered = underNumber(inPart, number);
  const isNamed = (unit: Candidate<Evidence>) => isItem(unit, item) || numbered.includes(unit);
  const [named, others] = [inPart.filter(isNamed), inPart.filter((unit) => !isNamed(unit))];
  const beside = named.length === 0 ? 0 : besideNamed;
  return [
    ...named.map((unit, place) => ({ ...unit, worth: most - place * leastStep })),
    ...others.map((unit, place) => ({ ...unit, worth: most - beside - place * leastStep })),
  ];
}

const isInPart = ({ evidence: { coverage, proximity } }: Candidate<Evidence>) =>
  coverage === 1 && proximity === 1;

/** More units than a passage of 900 characters has. */
const unitsOfPassage = 100;
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
