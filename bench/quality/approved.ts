import { join } from "node:path";
import { z } from "zod";
import { ask } from "#contract/answering/answers.ts";
import { createApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { askSame, matchApproved } from "#engine/approved/match.ts";
import { deadlines } from "#server/answering/answers/answer-pool.ts";
import { rowsOf } from "#testing/call.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { linesOf } from "../product/answer-set.ts";
import { fileOf, readAskedSet } from "./asked-set.ts";

const Fact = z.object({
  id: z.string(),
  document: z.string(),
  approved: z.string(),
  quote: z.string(),
  same: z.array(z.string()),
  different: z.array(z.object({ question: z.string(), differs: z.string() })),
});
type Fact = z.infer<typeof Fact>;
/** An approved question alone. */
const Pairs = z.object({ approved: z.string(), same: z.array(z.string()), different: z.array(z.string()) });

type Counts = { questions: number; answered: number; byAnother: number; offered: number };
const none = (): Counts => ({ questions: 0, answered: 0, byAnother: 0, offered: 0 });

/**
 * Approves the answers of `bench/quality/approved` in a product with the documents of the newcomers' set, a theme for each
 * company, and asks each question: whether its approved answer answers, or is shown beside another one.
 */
export async function run(): Promise<void> {
  const folder = "bench/quality/newcomers";
  const { themes } = readAskedSet(folder);
  const product = await startProduct();
  try {
    for (const half of ["working", "held-out", "light-working", "light-held-out"]) {
      const facts = linesOf(join("bench/quality/approved", `${half}.jsonl`)).map((line) => Fact.parse(line));
      const counts = { same: none(), different: none() };
      for (const [theme, places] of Object.entries(themes)) {
        const files = places.map((place) => fileOf(folder, "", place));
        const own = facts.filter(({ document }) => files.some(({ name }) => name === document));
        if (own.length > 0) await askTheme(product, { theme, files, facts: own }, counts);
      }
      print(half, counts);
    }
  } finally {
    await product.stop();
  }
  for (const half of ["pairs-working", "pairs-held-out", "pairs-adversarial"]) printPairs(half);
  process.stdout.write(
    `${inThousand().toFixed(1)} ms among 1,000 approved questions, of ${deadlines.matchApproved} allowed\n`,
  );
}

async function askTheme(
  product: Product,
  { theme, files, facts }: { theme: string; files: { name: string; bytes: Uint8Array }[]; facts: Fact[] },
  counts: Record<"same" | "different", Counts>,
): Promise<void> {
  const themeId = await product.newTheme(theme);
  await product.upload(themeId, files);
  const documents = rowsOf(await product.call(listDocuments, { id: themeId }));
  const ids = new Map<string, number>();
  for (const { id, document, approved, quote } of facts) {
    const documentId = documents.find(({ name }) => name === document)?.id ?? 0;
    const citations = [{ documentId, quote }];
    const answer = quote.replaceAll(" | ", ", ");
    const made = await product.call(createApprovedAnswer, { themeId, question: approved, answer, citations });
    ids.set(id, made.id);
  }
  for (const { id, same, different } of facts) {
    const own = ids.get(id);
    const put = async (question: string, row: Counts) => {
      const sessionId = crypto.randomUUID();
      const given = await product.call(ask, { themeId, userQuery: question, sessionId });
      row.questions++;
      if (given.outcome === "greeting") return;
      const { approved, similarApproved } = given;
      if (approved?.id === own) row.answered++;
      else if (approved !== null) row.byAnother++;
      else if (similarApproved.some((similar) => similar.id === own)) row.offered++;
    };
    for (const question of same) await put(question, counts.same);
    for (const { question } of different) await put(question, counts.different);
  }
}

function print(half: string, counts: Record<"same" | "different", Counts>): void {
  const columns = ["questions", "answered", "byAnother", "offered"] as const;
  const line = (name: string, cells: readonly (string | number)[]) =>
    process.stdout.write(`${name.padEnd(16)}${cells.map((cell) => String(cell).padStart(12)).join("")}\n`);
  line(half, columns);
  for (const kind of ["same", "different"] as const)
    line(
      kind,
      columns.map((column) => counts[kind][column]),
    );
}

function printPairs(half: string): void {
  const facts = linesOf(join("bench/quality/approved", `${half}.jsonl`)).map((line) => Pairs.parse(line));
  for (const kind of ["same", "different"] as const) {
    const pairs = facts.flatMap((fact) => fact[kind].map((question) => askSame(question, fact.approved)));
    process.stdout.write(
      `${half}, ${kind}: ${pairs.filter(Boolean).length} of ${pairs.length} taken for the same\n`,
    );
  }
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
