import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Evidence } from "#engine/evidence.ts";
import { checkAnswer } from "#engine/verify/claims.ts";
import { judgedBy, judgeParts, type JudgeQuestion } from "#engine/verify/judge.ts";
import { evidenceOf } from "#testing/evidence.ts";
import { linesOf } from "../../product/answer-set.ts";

const folder = "bench/quality/claims/verdicts";
const Statement = z.object({
  id: z.string(),
  file: z.string(),
  passages: z.array(z.object({ section: z.string(), from: z.number(), to: z.number() })),
  question: z.string(),
  statement: z.string(),
  isTrue: z.boolean().nullable(),
  isCited: z.boolean(),
  way: z.string(),
});
type Statement = z.infer<typeof Statement>;

/** What becomes of a sentence. */
const fates = ["supported", "open", "removed"] as const;
type Fate = (typeof fates)[number];

/**
 * Second looks: none, one that says yes to everything, one that approves of everything, and one that knows the truth.
 */
const judges: Record<string, (question: JudgeQuestion, isTrue: boolean) => string> = {
  silent: () => "",
  "yes-sayer": () => "yes",
  approving: ({ asks }) => (asks === "holds" ? "yes" : "no"),
  perfect: ({ asks }, isTrue) => ((asks === "holds") === isTrue ? "yes" : "no"),
};

/** How many statements of each way are supported, left open and removed, by half, judge and whether they are true. */
export function reportVerdicts(documents: string): void {
  const rows = new Map<string, Record<Fate, number>>();
  for (const half of ["working", "held-out"])
    for (const line of linesOf(join(folder, `${half}.jsonl`))) {
      const statement = Statement.parse(line);
      const evidence = evidenceFor(statement, documents);
      for (const judge of Object.keys(judges)) {
        const fate = fateOf(statement, evidence, judge);
        for (const way of statement.isCited ? [statement.way, "all cited"] : [statement.way]) {
          const name = `${half.padEnd(10)}${judge.padEnd(11)}${truthOf(statement).padEnd(9)}${way}`;
          const row = rows.get(name) ?? { supported: 0, open: 0, removed: 0 };
          row[fate]++;
          rows.set(name, row);
        }
      }
    }
  process.stdout.write(`${"".padEnd(52)}${fates.map((fate) => fate.padStart(11)).join("")}\n`);
  for (const [name, row] of [...rows].sort(([one], [other]) => one.localeCompare(other)))
    process.stdout.write(
      `${name.padEnd(52)}${fates.map((fate) => String(row[fate]).padStart(11)).join("")}\n`,
    );
}

function truthOf({ isTrue }: Statement): string {
  if (isTrue === null) return "unsaid";
  return isTrue ? "true" : "untrue";
}

function evidenceFor({ file, passages }: Statement, documents: string): Evidence[] {
  const text = readFileSync(join(documents, file), "utf8");
  return passages.map(({ section, from, to }, index) =>
    evidenceOf(text.slice(from, to), {
      rank: index + 1,
      section: section.replaceAll(" > ", " › "),
      documentName: file,
      ordinal: index,
    }),
  );
}

function fateOf(
  { statement, question, isCited, isTrue }: Statement,
  evidence: Evidence[],
  judge: string,
): Fate {
  const written = isCited ? `${statement} [1]` : statement;
  const checked = checkAnswer({ written, question, evidence });
  // sentences that the statement doesn't have are controls: true if a passage has them
  const isSo = (sentence: string) =>
    statement.includes(sentence)
      ? isTrue === true
      : evidence.some(({ text }) => text.replace(/\s+/g, " ").includes(sentence));
  const parts = judgeParts(checked, statement.length);
  const replies = parts.map(({ questions }) =>
    questions.map((asked) => `${asked.number}: ${judges[judge]?.(asked, isSo(asked.sentence))}`).join("\n"),
  );
  const judgement = judgedBy(checked, { parts, replies, question });
  const verdicts = judgement.checked.claims.map(({ verdict }) => verdict);
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === "supported")) return "supported";
  return verdicts.some((verdict) => verdict === "unsupported" || verdict === "contradicted")
    ? "removed"
    : "open";
}
