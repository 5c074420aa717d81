import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { matchApproved } from "#engine/approved/match.ts";
import { deadlines } from "#server/answering/answers/answer-pool.ts";
import { dataAt } from "#testing/sets.ts";
import { linesOf } from "../product/answer-set.ts";
import type { BenchOptions } from "../options.ts";

const Pair = z.object({
  id: z.string(),
  approved: z.string(),
  kind: z.enum(["same", "different"]),
  question: z.string(),
});
type Pair = z.infer<typeof Pair>;

/**
 * All approved questions of a set are those of one theme. Of each pair: whether its approved answer answers the question, or is
 * offered beside another answer, or neither; and whether another one answers it.
 */
export function run({ data }: BenchOptions): Promise<void> {
  const place = dataAt("bench/quality/approved", data);
  const file = statSync(place).isDirectory() ? join(place, "working.jsonl") : place;
  const pairs = linesOf(file).map((line) => Pair.parse(line));
  const approved = [...new Map(pairs.map(({ id, approved: question }) => [id, question]))];
  const candidates = approved.map(([, question], at) => ({ id: at, questions: [question], tags: [] }));
  const started = performance.now();
  const rows = (["same", "different"] as const).map((kind) => {
    const row = { answered: 0, offered: 0, neither: 0, byAnother: 0 };
    const of = pairs.filter((pair) => pair.kind === kind);
    for (const pair of of) {
      const own = approved.findIndex(([id]) => id === pair.id);
      const { same, similar } = matchApproved({ question: pair.question, tags: [], known: [] }, candidates);
      if (same !== null && same !== own) row.byAnother++;
      if (same === own) row.answered++;
      else if (similar.includes(own)) row.offered++;
      else row.neither++;
    }
    return [kind, of.length, row] as const;
  });
  const each = (performance.now() - started) / pairs.length;
  process.stdout.write(
    `${approved.length} approved questions, ${each.toFixed(1)} ms a question; ${inThousand().toFixed(1)} ms among 1,000, of ${deadlines.matchApproved} allowed\n${"".padEnd(12)}${["questions", "answered", "by another", "offered", "neither"].map((name) => name.padStart(12)).join("")}\n`,
  );
  for (const [kind, questions, { answered, byAnother, offered, neither }] of rows)
    process.stdout.write(
      `${kind.padEnd(12)}${[questions, answered, byAnother, offered, neither].map((count) => String(count).padStart(12)).join("")}\n`,
    );
  return Promise.resolve();
}

/** Milliseconds to compare a question with a thousand others. */
function inThousand(): number {
  const candidates = Array.from({ length: 1_000 }, (_, id) => ({
    id,
    questions: [`How many days does customer group ${id} have to return an unopened product of kind ${id}?`],
    tags: [],
  }));
  const question = "Who pays for the return shipping of a large television?";
  const started = performance.now();
  matchApproved({ question, tags: [], known: [] }, candidates);
  return performance.now() - started;
}
