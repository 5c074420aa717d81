import { writeFileSync } from "node:fs";
import { rules, without, type Rule } from "#engine/rules.ts";
import type { BenchOptions } from "../options.ts";
import { engineOver } from "./ask-engine.ts";
import { figuresOf } from "./retrieval/metrics.ts";
import { documentsOf, findSets, type QuestionSet, readSet } from "./retrieval/question-set.ts";

const figures = ["recall10", "map10", "firstRight", "declined"] as const;
type Row = { rule: Rule | "all rules"; set: string } & Record<(typeof figures)[number], number>;

/**
 * Switches off one hand-written rule at a time: Recall@10 and MAP@10 of the ranking, the share of questions whose first
 * quote is from a right passage, and the share declined; with all rules, then the difference without each.
 */
export function run({ data, json }: BenchOptions): Promise<void> {
  const sets = findSets(data).map(readSet);
  const all = new Map(sets.map((set) => [set.name, measure(set, null)]));
  const rows: Row[] = [...all.values()];
  process.stdout.write(`| rule switched off | ${sets.map(({ name }) => name).join(" | ")} |\n`);
  process.stdout.write(`|${" --- |".repeat(sets.length + 1)}\n`);
  process.stdout.write(line("none: recall, map, first, declined", rows, null));
  for (const rule of Object.keys(rules) as Rule[]) {
    const own = sets.map((set) => measure(set, rule));
    rows.push(...own);
    process.stdout.write(line(rule, own, all));
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  return Promise.resolve();
}

function measure(set: QuestionSet, rule: Rule | null): Row {
  return without(rule, () => {
    const documents = documentsOf(set.corpus);
    const ask = engineOver(documents);
    const sums = { recall10: 0, map10: 0, firstRight: 0, declined: 0 };
    const asked = set.questions.filter(({ answerable }) => answerable !== false);
    for (const { id, text } of asked) {
      const gold = set.gold.get(id) ?? new Set<string>();
      const { hits, draft } = ask(text);
      const idOf = (document: number, passage: number) => documents[document]?.ids[passage] ?? "";
      const found = figuresOf(
        hits.map(({ document, passage }) => idOf(document, passage)),
        gold,
      );
      const [first] = draft.sources;
      sums.recall10 += found.recallAt10;
      sums.map10 += found.mapAt10;
      sums.declined += draft.outcome === "abstained" ? 1 : 0;
      if (first && gold.has(idOf(first.evidence.versionId, first.evidence.ordinal))) sums.firstRight += 1;
    }
    const shares = Object.fromEntries(figures.map((name) => [name, sums[name] / asked.length]));
    return { rule: rule ?? "all rules", set: set.name, ...(shares as typeof sums) };
  });
}

/** With `base`, the differences from it, in thousandths. */
function line(name: string, rows: readonly Row[], base: Map<string, Row> | null): string {
  const cells = rows.map((row) =>
    figures
      .map((figure) => {
        if (base === null) return row[figure].toFixed(3);
        const change = Math.round((row[figure] - (base.get(row.set)?.[figure] ?? 0)) * 1000);
        return change > 0 ? `+${change}` : String(change);
      })
      .join(" "),
  );
  return `| ${name} | ${cells.join(" | ")} |\n`;
}
