import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Evidence } from "#engine/evidence.ts";
import { checkAnswer } from "#engine/verify/claims.ts";
import { evidenceOf } from "#testing/evidence.ts";
import { dataAt } from "#testing/sets.ts";
import { linesOf } from "../product/answer-set.ts";
import type { BenchOptions } from "../options.ts";

const folder = "bench/quality/verdicts";
const Statement = z.object({
  id: z.string(),
  file: z.string(),
  passages: z.array(z.object({ section: z.string(), from: z.number(), to: z.number() })),
  statement: z.string(),
  isTrue: z.boolean().nullable(),
  isCited: z.boolean(),
  way: z.string(),
});
type Statement = z.infer<typeof Statement>;

/** What becomes of a sentence without a second look. */
const fates = ["supported", "open", "removed"] as const;
type Fate = (typeof fates)[number];

/** How many statements of each way are supported, left open and removed, by half and by whether they are true. */
export function run({ data }: BenchOptions): Promise<void> {
  const documents = join(dataAt("", data), "train", "docs");
  const rows = new Map<string, Record<Fate, number>>();
  for (const half of ["working", "held-out"])
    for (const line of linesOf(join(folder, `${half}.jsonl`))) {
      const statement = Statement.parse(line);
      const fate = fateOf(statement, evidenceFor(statement, documents));
      for (const way of statement.isCited ? [statement.way, "all cited"] : [statement.way]) {
        const name = `${half.padEnd(10)}${truthOf(statement).padEnd(9)}${way}`;
        const row = rows.get(name) ?? { supported: 0, open: 0, removed: 0 };
        row[fate]++;
        rows.set(name, row);
      }
    }
  process.stdout.write(`${"".padEnd(44)}${fates.map((fate) => fate.padStart(11)).join("")}\n`);
  for (const [name, row] of [...rows].sort(([one], [other]) => one.localeCompare(other)))
    process.stdout.write(
      `${name.padEnd(44)}${fates.map((fate) => String(row[fate]).padStart(11)).join("")}\n`,
    );
  return Promise.resolve();
}

function truthOf({ isTrue }: Statement): string {
  if (isTrue === null) return "unsaid";
  return isTrue ? "true" : "untrue";
}

function evidenceFor({ file, passages }: Statement, documents: string): Evidence[] {
  const text = readFileSync(join(documents, file), "utf8");
  return passages.map(({ section, from, to }, place) =>
    evidenceOf(text.slice(from, to), {
      rank: place + 1,
      section: section.replaceAll(" > ", " › "),
      documentName: file,
      ordinal: place,
    }),
  );
}

function fateOf({ statement, isCited }: Statement, evidence: Evidence[]): Fate {
  const { claims } = checkAnswer(isCited ? `${statement} [1]` : statement, evidence);
  const verdicts = claims.map(({ verdict }) => verdict);
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === "supported")) return "supported";
  return verdicts.some((verdict) => verdict === "unsupported" || verdict === "contradicted")
    ? "removed"
    : "open";
}
