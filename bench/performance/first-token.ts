import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { streamAnswer } from "#testing/ask.ts";
import { startModelServer } from "#testing/model-server.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { startProduct } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const crowds = [1, 20];
const answersEach = 12;
/**
 * Interval between two pieces of the model's reply, the first included: an answer takes most of a second, as real ones do.
 */
const modelDelayMs = 20;

type Row = {
  set: "first-token";
  engine: "quotes" | "sentence" | "direct";
  people: number;
  answers: number;
  p50Ms: number;
  p95Ms: number;
};

/**
 * Time to the quotes and to the first checked sentence for one person and for twenty at once: through the product (session, record,
 * search, prompt, ledger, check, stream); beside the first word of a direct call to the same model server.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const model = await startModelServer();
  model.behave({
    kind: "answer",
    delayMs: modelDelayMs,
    reply: () =>
      `A customer may return products of line 1 within 10 days of delivery. [1]\n${"The fee for line 1 is 5 dollars. [1]\n".repeat(8)}`,
  });
  const product = await startProduct({
    SMART_BASE_URL: model.url,
    SMART_MODEL: "bench",
    OPENAI_API_KEY: "sk-bench-key-0001",
    DAILY_TOKENS_PER_COMPANY: "1000000000",
  });
  const rows: Row[] = [];
  try {
    const themeId = await product.newTheme("first token");
    await product.upload(themeId, [
      { name: "Returns.txt", bytes: new TextEncoder().encode(numberedPolicy(60)) },
    ]);
    const throughProduct = (event: string) => (n: number) =>
      untilWords(
        streamAnswer(product.url, product.token, {
          themeId,
          userQuery: questionOnLine(n, 60),
          sessionId: `n${n}`,
        }),
        `"${event}"`,
      );
    await byPeople(20, throughProduct("delta"), 2);
    const sent = model.calls.at(-1)?.body;
    const direct = () =>
      untilWords(
        fetch(`${model.url}/chat/completions`, {
          method: "POST",
          headers: { authorization: "Bearer sk-bench-key-0001", "content-type": "application/json" },
          body: JSON.stringify(sent),
        }),
        '"content"',
      );
    const ways = { direct, quotes: throughProduct("quotes"), sentence: throughProduct("delta") } as const;
    for (const people of crowds)
      for (const engine of ["direct", "quotes", "sentence"] as const)
        rows.push(rowOf(engine, people, await byPeople(people, ways[engine], answersEach)));
  } finally {
    await product.stop();
    await model.close();
  }
  process.stdout.write("ms to the first words\nway        people  answers     p50     p95\n");
  for (const row of rows)
    process.stdout.write(
      `${row.engine.padEnd(9)}  ${String(row.people).padStart(6)}  ${String(row.answers).padStart(7)}  ${row.p50Ms.toFixed(1).padStart(6)}  ${row.p95Ms.toFixed(1).padStart(6)}\n`,
    );
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

function rowOf(engine: Row["engine"], people: number, times: number[]): Row {
  return {
    set: "first-token",
    engine,
    people,
    answers: times.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  };
}

/** People who start one after the other and ask again whenever their last answer has ended. */
async function byPeople(
  people: number,
  ask: (n: number) => Promise<number>,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  const person = async (n: number) => {
    await wait((n * modelDelayMs * 40) / people);
    for (let turn = 0; turn < count; turn++) times.push(await ask(turn * people + n));
  };
  await Promise.all(Array.from({ length: people }, (_, n) => person(n)));
  return times;
}

/** Milliseconds until the stream contains `words`; the rest is read to its end. */
async function untilWords(asked: Promise<Response>, words: string): Promise<number> {
  const started = performance.now();
  const response = await asked;
  if (!response.ok || response.body === null)
    throw new Error(`The question was refused: ${response.status}.`);
  let heard = "";
  let time: number | null = null;
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    heard += piece;
    if (time === null && heard.includes(words)) time = performance.now() - started;
  }
  if (time === null) throw new Error("The stream ended without a word.");
  return time;
}
