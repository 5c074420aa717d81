import { termsOf } from "#engine/text/analyze.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { Language } from "#engine/text/language.ts";
import { cellsOf, groupOf, isOfGroup } from "#engine/text/rows.ts";
import { unitsOf, type Unit } from "#engine/text/units.ts";
import { isQuotable, withoutAddresses, wordsOf } from "./quotable.ts";

/** The passage fields that scoring uses. */
export type WeighedPassage = Pick<Evidence, "text" | "section" | "documentName">;

/** A sentence, row or list of a passage that can be quoted, with its own terms and those of its columns. */
export type AnsweringUnit<Passage extends WeighedPassage> = {
  evidence: Passage;
  unit: Unit;
  text: string;
  terms: ReadonlySet<string>;
  /** Terms of its columns' names and of the group that its row belongs to. */
  columns: ReadonlySet<string>;
  /** For a row without a first cell: that of the nearest row above; '' for all others. */
  group: string;
};

/** A unit with its features in the order of UNIT_FEATURES (`unit-features.ts`). */
export type DescribedUnit<Passage extends WeighedPassage = WeighedPassage> = AnsweringUnit<Passage> & {
  /** Whether it contains the requested figure, if the question asks for one. */
  fits: boolean;
  /** Share of the question that it, its headings and the names of a keyed row's columns state, … */
  coverage: number;
  /** … and what the names of its columns would state without a key. */
  byColumns: number;
  features: Float64Array;
};

/** A unit that may answer. `worth` is the logarithm of its odds against the other units of the question. */
export type Candidate<Passage extends WeighedPassage = WeighedPassage> = DescribedUnit<Passage> & {
  worth: number;
};

/** The quotable units of a passage, in order. */
export function answeringUnitsOf<Passage extends WeighedPassage>(
  passage: Passage,
  language: Language,
): AnsweringUnit<Passage>[] {
  const all = unitsOf(passage.text, passage.section);
  const groups = groupsOf(all);
  const byColumns = Map.groupBy(all, ({ columns }) => columns.filter(Boolean).join("\t"));
  byColumns.delete("");
  return all
    .filter((unit, place) => {
      const cells = cellsIn(unit);
      const named = cells.length === 0 ? undefined : byColumns.get(cells.filter(Boolean).join("\t"));
      if (named !== undefined) return named.every(isEntry);
      const isBelow = unit.columns.length === 0 && isEntry(unit) && cellsIn(all[place - 1]).length === 2;
      return isBelow || isQuotable(unit, wordsOf(passage, unit), passage.section);
    })
    .map((unit) => {
      const group = groups.get(unit) ?? "";
      const text = quoteOf({ evidence: passage, unit });
      // a table accompanies the sentence that introduces it; to match its rows, they are quoted alone
      const matched = unit.kind === "table" ? wordsOf(passage, unit) : text;
      return {
        evidence: passage,
        unit,
        text,
        terms: termsOf(withoutAddresses(matched), language),
        columns: termsOf(`${unit.columns.join(" ")} ${group}`, language),
        group,
      };
    });
}

/**
 * Whether a row has two cells of words. The first of such rows may be an entry like all others rather than the names of
 * columns: `Complaints | Customer Relations` above `Lost cards | Card desk`.
 */
function isEntry(unit: Unit): boolean {
  const cells = cellsIn(unit);
  return cells.length === 2 && !cells.includes("") && !/\d/.test(cells.join());
}

const cellsIn = (unit: Unit | undefined) =>
  unit?.kind === "row" ? cellsOf(unit.parts.at(-1)?.text ?? "") : [];

/** The groups of rows without a first cell. */
function groupsOf(units: readonly Unit[]): ReadonlyMap<Unit, string> {
  const groups = new Map<Unit, string>();
  let group = "";
  for (const unit of units) {
    const row = unit.kind === "row" ? (unit.parts.at(-1)?.text ?? "") : "";
    group = groupOf(row, group);
    if (isOfGroup(row)) groups.set(unit, group);
  }
  return groups;
}

/** The unit's words as written in its passage. */
export function quoteOf({ evidence, unit }: { evidence: Pick<Evidence, "text">; unit: Unit }): string {
  return evidence.text.slice(unit.start, unit.end);
}
