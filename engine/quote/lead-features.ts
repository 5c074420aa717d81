import type { Candidate, WeighedPassage } from "./answering-units.ts";
import { UNIT_FEATURES, type UnitFeature } from "./unit-features.ts";

/** What tells an answer from the closest words to a question that the documents don't answer, in this order. */
export const LEAD_FEATURES = [
  "worth", // of the unit that would lead
  "margin", // its worth over the best unit of another passage
  "passage", // the highest of the ranker's log-odds
  "coverage", // share of the question that the unit, the headings above it and the columns of a keyed row state
  "meaning", // direction of the unit's words
  "lacks", // the unit lacks the kind of figure that the question asks for
  "extra", // share of the unit's words that the question doesn't state
  "names", // rarest of the unit's names that the question lacks
  "unknown", // the theme lacks a name or a word of the question
  "near", // nearness of the unit's meaning
  "mostRead", // the highest of the reader's logits of passages
  "readPassage", // the reader's logit of the lead's passage
  "readUnit", // the reader's logit of the lead
] as const;
export type LeadFeature = (typeof LEAD_FEATURES)[number];

const placeOf = new Map(UNIT_FEATURES.map((name, place) => [name, place]));
const valueOf = ({ features }: Candidate, name: UnitFeature) => features[placeOf.get(name) ?? -1] ?? 0;

/** The share of the question that a unit, its columns' names and its headings state. */
export const shareStatedBy = ({ coverage, byColumns }: Candidate) => coverage + byColumns;

/** The figures behind a confidence, in the order of LEAD_FEATURES; `lead` is one of the units. */
export function describeLead<Passage extends WeighedPassage>(
  lead: Candidate<Passage>,
  units: readonly Candidate<Passage>[],
  { unknownWords }: { unknownWords: readonly string[] },
): Float64Array {
  const others = units.filter(({ evidence }) => evidence !== lead.evidence).map(({ worth }) => worth);
  const margin = others.length === 0 ? withoutRival : Math.min(widest, lead.worth - Math.max(...others));
  const values: Record<LeadFeature, number> = {
    worth: lead.worth,
    margin,
    passage: Math.max(...units.map((unit) => valueOf(unit, "passage"))),
    coverage: lead.coverage,
    meaning: valueOf(lead, "meaning"),
    lacks: valueOf(lead, "lacks"),
    extra: valueOf(lead, "extra"),
    names: valueOf(lead, "names"),
    unknown: unknownWords.length > 0 ? 1 : 0,
    near: valueOf(lead, "near"),
    mostRead: Math.max(...units.map((unit) => valueOf(unit, "readPassage"))),
    readPassage: valueOf(lead, "readPassage"),
    readUnit: valueOf(lead, "readUnit"),
  };
  return Float64Array.from(LEAD_FEATURES, (name) => values[name]);
}

/** Margins: the widest that counts, and that of a lead whose passage is the only one. */
const widest = 3;
const withoutRival = 1;
