import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { maximumFileBytes } from "#contract/documents.ts";
import type { BenchOptions } from "./options.ts";
import { startProduct } from "./product/product.ts";
import type { Product } from "./product/product.ts";
import { percentile } from "./retrieval/metrics.ts";

const files = 10;
const quietQuestions = 200;
/** A person who asks again as soon as the answer is read would be slower; this only keeps the loop from spinning. */
const pauseMs = 50;
const rulesOfPolicy = 60;

/** Questions one after the other, first alone, then while ten files of ten megabytes each are uploaded and read. */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  try {
    const theme = await product.newTheme("asked");
    await product.upload(theme, [{ name: "Rules.txt", bytes: new TextEncoder().encode(rules()) }]);
    for (let n = 0; n < 30; n++) await ask(product, theme, n);
    const quiet: number[] = [];
    for (let n = 0; n < quietQuestions; n++) quiet.push(await ask(product, theme, n));
    const other = await product.newTheme("filled");
    const large = Array.from({ length: files }, (_, n) => ({ name: `large ${n}.txt`, bytes: largeText(n) }));
    const began = performance.now();
    let isDone = false;
    const uploading = product.upload(other, large).finally(() => (isDone = true));
    const busy: number[] = [];
    while (!isDone) busy.push(await ask(product, theme, busy.length));
    const { ready, failed } = await uploading;
    const seconds = (performance.now() - began) / 1000;
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
  await product.call("POST", "/api/chat", {
    themeId: theme,
    userQuery: `How many days to return products of line ${(n % rulesOfPolicy) + 1}?`,
    sessionId: `while-${n}`,
  });
  return performance.now() - started;
}

function rules(): string {
  return Array.from(
    { length: rulesOfPolicy },
    (_, n) =>
      `${n + 1}. Product line ${n + 1}\n\nA customer may return products of line ${n + 1} within ${10 + n} days of delivery.\n`,
  ).join("\n");
}

/** Ten megabytes of sentences over some thousand words, as a long manual has. */
function largeText(seed: number): Uint8Array {
  const parts: string[] = [];
  let state = seed + 1;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let size = 0; size < maximumFileBytes - 2_000;) {
    const words = Array.from({ length: 8 + next(14) }, () => `w${next(60) * next(60)}`);
    const sentence = `Members ${words.join(" ")} of the plan.${next(5) === 0 ? "\n\n" : " "}`;
    parts.push(sentence);
    size += sentence.length;
  }
  return new TextEncoder().encode(parts.join(""));
}
