import { writeFileSync } from "node:fs";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { setTimeout as wait } from "node:timers/promises";
import * as answers from "#contract/answering/answers.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { call, formOf, rowsOf } from "#testing/call.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const files = 10;
const quietQuestions = 200;
/** A real user would pause longer to read the answer; this only keeps the loop from spinning. */
const pauseMs = 50;
const rulesOfPolicy = 60;
/** Questions go on while the last files are read. */
const afterwardMs = 20_000;

/** In the first minute, when PostgreSQL has not analyzed its tables yet. */
const manyFiles = 600;

/**
 * Sequential questions of two new installations: to a theme that receives 600 small files, then to another theme, first
 * alone and then while ten files of ten megabytes each are uploaded and read.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const result = { ...(await whileManyArrive()), ...(await whileLargeArrive()) };
  for (const [name, value] of Object.entries(result))
    process.stdout.write(`${name.padEnd(18)} ${Array.isArray(value) ? value.join("; ") : value}\n`);
  if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
}

async function whileManyArrive() {
  const product = await startProduct();
  try {
    const theme = await product.newTheme("filled");
    let isSent = false;
    const sending = (async () => {
      for (let first = 0; first < manyFiles; first += 10)
        await product.call(
          uploadDocuments,
          { id: theme },
          formOf(
            ...Array.from({ length: 10 }, (_, n) => ({
              name: `Line ${first + n}.txt`,
              bytes: `Line ${first + n}\n\nA customer may return products of line ${first + n} within ${first + n} days.`,
            })),
          ),
        );
      isSent = true;
    })();
    const times: number[] = [];
    let refused = 0;
    for (let until = Infinity; performance.now() < until;) {
      const started = performance.now();
      const { status } = await call(
        product.url,
        product.token,
        answers.ask,
        questionAbout(theme, times.length),
      );
      times.push(performance.now() - started);
      if (status !== 200) refused++;
      if (isSent && until === Infinity) until = performance.now() + afterwardMs;
      await wait(pauseMs);
    }
    await sending;
    return {
      manyFiles,
      manyQuestions: times.length,
      manyRefused: refused,
      manyP50Ms: Number(percentile(times, 0.5).toFixed(1)),
      manySlowestMs: Number(Math.max(...times).toFixed(1)),
    };
  } finally {
    await product.stop();
  }
}

async function whileLargeArrive() {
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
    return {
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
  } finally {
    await product.stop();
  }
}

const questionAbout = (themeId: number, n: number) => ({
  themeId,
  userQuery: questionOnLine(n, rulesOfPolicy),
  sessionId: `while-${n}`,
});

async function ask(product: Product, theme: number, n: number): Promise<number> {
  await wait(pauseMs);
  const started = performance.now();
  await product.call(answers.ask, questionAbout(theme, n));
  return performance.now() - started;
}
