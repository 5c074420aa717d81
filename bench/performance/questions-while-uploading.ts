import { writeFileSync } from "node:fs";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { setTimeout as wait } from "node:timers/promises";
import * as answers from "#contract/answers.ts";
import { listDocuments } from "#contract/documents.ts";
import { rowsOf } from "#testing/call.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy } from "#testing/numbered-policy.ts";
import { startProduct } from "#testing/product.ts";
import type { Product } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const files = 10;
const quietQuestions = 200;
/** A real user would pause longer to read the answer; this only keeps the loop from spinning. */
const pauseMs = 50;
const rulesOfPolicy = 60;

/** Sequential questions, first alone, then while ten files of ten megabytes each are uploaded and read. */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  try {
    const theme = await product.newTheme("asked");
    await product.upload(theme, [
      { name: "Rules.txt", bytes: new TextEncoder().encode(numberedPolicy(rulesOfPolicy)) },
    ]);
    for (let n = 0; n < 30; n++) await ask(product, theme, n);
    const quiet: number[] = [];
    for (let n = 0; n < quietQuestions; n++) quiet.push(await ask(product, theme, n));
    const other = await product.newTheme("filled");
    // sent from another thread, so that sending doesn't slow the measured questions
    const sender = new Worker(new URL("../product/large-upload.ts", import.meta.url), {
      workerData: { url: product.url, token: product.token, theme: other, files },
    });
    const isMade = once(sender, "message");
    const sent = isMade.then(() => once(sender, "message"));
    await isMade;
    const began = performance.now();
    sender.postMessage("send");
    let isSent = false;
    void sent.then(() => (isSent = true));
    const busy: number[] = [];
    let documents: { status: string; name: string; statusReason: string | null }[] = [];
    const isRead = () =>
      isSent && documents.length === files && documents.every(({ status }) => status !== "processing");
    for (let next = 0; !isRead();) {
      busy.push(await ask(product, theme, busy.length));
      if (performance.now() < next) continue;
      documents = rowsOf(await product.call(listDocuments, { id: other }));
      next = performance.now() + 1_000;
    }
    const seconds = (performance.now() - began) / 1000;
    const failed = documents
      .filter(({ status }) => status === "failed")
      .map(({ statusReason }) => statusReason);
    const ready = documents.length - failed.length;
    const result = {
      files: ready,
      failed,
      secondsUntilRead: Number(seconds.toFixed(1)),
      questionsQuiet: quiet.length,
      quietP50Ms: Number(percentile(quiet, 0.5).toFixed(1)),
      quietP95Ms: Number(percentile(quiet, 0.95).toFixed(1)),
      questionsBusy: busy.length,
      busyP50Ms: Number(percentile(busy, 0.5).toFixed(1)),
      busyP95Ms: Number(percentile(busy, 0.95).toFixed(1)),
      p95Ratio: Number((percentile(busy, 0.95) / percentile(quiet, 0.95)).toFixed(2)),
    };
    for (const [name, value] of Object.entries(result))
      process.stdout.write(`${name.padEnd(18)} ${Array.isArray(value) ? value.join("; ") : value}\n`);
    if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await product.stop();
  }
}

async function ask(product: Product, theme: number, n: number): Promise<number> {
  await wait(pauseMs);
  const started = performance.now();
  await product.call(answers.ask, {
    themeId: theme,
    userQuery: `How many days to return products of line ${(n % rulesOfPolicy) + 1}?`,
    sessionId: `while-${n}`,
  });
  return performance.now() - started;
}
