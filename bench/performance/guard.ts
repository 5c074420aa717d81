import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import * as answers from "#contract/answering/answers.ts";
import { listTestRuns, type TestRun } from "#contract/answering/test-runs.ts";
import { listDocuments, replaceDocument } from "#contract/knowledge/documents.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { formOf, rowsOf } from "#testing/call.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const questions = 500;
/** A real user would pause longer to read the answer; this only keeps the loop from spinning. */
const pauseMs = 50;
const quietQuestions = 200;

/**
 * A theme whose test set is 500 questions rated good: how long a new version is tried, first while nobody asks, then while
 * somebody asks without a break; and how long these questions take, compared with others before.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  try {
    const theme = await product.newTheme("guarded");
    const policy = numberedPolicy(questions);
    await product.upload(theme, [{ name: "Rules.txt", bytes: new TextEncoder().encode(policy) }]);
    await product.call(updateTheme, { id: theme, requireApproval: true });
    for (let n = 0; n < questions; n++) {
      const { interactionId } = await product.call(answers.ask, questionOf(theme, n));
      await product.call(answers.rateAnswer, { interactionId, rating: "good" });
    }
    const alone = await tried(product, theme, policy.replaceAll("dollars", "euros"));
    const quiet: number[] = [];
    for (let n = 0; n < quietQuestions; n++) quiet.push(await timed(product, theme, n));
    const busy: number[] = [];
    let isOver = false;
    const asking = (async () => {
      for (let n = 0; !isOver; n++) busy.push(await timed(product, theme, n));
    })();
    const beside = await tried(product, theme, policy.replaceAll("days of delivery", "weeks of delivery"));
    isOver = true;
    await asking;
    const result = {
      questions: alone.run.total,
      aloneSeconds: alone.seconds,
      besideSeconds: beside.seconds,
      changedAnswers: beside.run.broken + beside.run.changed,
      questionsQuiet: quiet.length,
      quietP50Ms: rounded(percentile(quiet, 0.5)),
      quietP95Ms: rounded(percentile(quiet, 0.95)),
      questionsBusy: busy.length,
      busyP50Ms: rounded(percentile(busy, 0.5)),
      busyP95Ms: rounded(percentile(busy, 0.95)),
    };
    for (const [name, value] of Object.entries(result)) process.stdout.write(`${name.padEnd(16)} ${value}\n`);
    if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await product.stop();
  }
}

/** Replaces the theme's document and waits until the test run is over. `seconds`: of the run alone, by the server's clock. */
async function tried(
  product: Product,
  theme: number,
  text: string,
): Promise<{ run: TestRun; seconds: number }> {
  const [document] = rowsOf(await product.call(listDocuments, { id: theme }));
  await product.call(replaceDocument, { id: document?.id ?? 0 }, formOf({ name: "Rules.txt", bytes: text }));
  for (;;) {
    await wait(500);
    const [run] = await product.call(listTestRuns, { themeId: theme });
    if (run === undefined || run.finishedAt === null || run.versionAfter !== (document?.version ?? 0) + 1)
      continue;
    return { run, seconds: rounded((Date.parse(run.finishedAt) - Date.parse(run.createdAt)) / 1000) };
  }
}

const rounded = (value: number) => Number(value.toFixed(1));

const questionOf = (themeId: number, n: number) => ({
  themeId,
  userQuery: questionOnLine(n, questions),
  sessionId: crypto.randomUUID(),
});

async function timed(product: Product, theme: number, n: number): Promise<number> {
  await wait(pauseMs);
  const started = performance.now();
  await product.call(answers.ask, questionOf(theme, n));
  return performance.now() - started;
}
