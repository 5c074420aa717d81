import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Answer, AnswerEvent } from "#contract/answering/answers.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { listCompanies, updateCompany } from "#contract/identity/companies.ts";
import { rowsOf } from "#testing/call.ts";
import { streamAnswer } from "#testing/ask.ts";
import { startProduct, type Product } from "#testing/product.ts";
import type { BenchOptions } from "../options.ts";
import { readAskedSet } from "./asked-set.ts";
import { openDoor, type Reply } from "./real-model/door.ts";
import { fetchTool } from "./real-model/fetch-tool.ts";
import { countMarkForms } from "./real-model/mark-forms.ts";
import { percentile } from "./retrieval/metrics.ts";

/** Every tenth question: all would take an hour on two processors. */
const step = 10;

/** As the administrator of a slow model would set them. */
const limits = { readingSeconds: 45, silenceSeconds: 60, totalSeconds: 300 };

type Asked = { firstMs: number | null; answer: Answer | null; removed: number };

/** Outcomes of the product over a small real model (real-model/README.md). */
export async function run({ json }: BenchOptions): Promise<void> {
  const tool = fetchTool();
  if (tool === null) return;
  const folder = join(import.meta.dirname, "customers");
  const set = readAskedSet(folder);
  const themes = Object.entries(set.themes).filter(([, files]) =>
    files.every((file) => file.startsWith("documents/")),
  );
  const questions = set
    .questions("working")
    .filter(({ theme }) => themes.some(([name]) => name === theme))
    .filter((_, index) => index % step === 0);
  const door = await openDoor(tool);
  const product = await startProduct({
    SMART_BASE_URL: door.url,
    SMART_MODEL: "smollm2",
    OPENAI_API_KEY: "sk-bench-key-0001",
    DAILY_TOKENS_PER_COMPANY: "1000000000",
  });
  const asked: Asked[] = [];
  try {
    const ids = new Map<string, number>();
    for (const [name, files] of themes.filter(([name]) => questions.some(({ theme }) => theme === name))) {
      const themeId = await product.newTheme(name);
      const bytes = files.map((file) => ({ name: basename(file), bytes: readFileSync(join(folder, file)) }));
      await product.upload(themeId, bytes);
      ids.set(name, themeId);
    }
    for (const { id } of rowsOf(await product.call(listCompanies)))
      await product.call(updateCompany, { id, smartLimits: limits });
    // what uploads suggested is no answer
    door.replies.length = 0;
    for (const { theme, text } of questions) asked.push(await ask(product, ids.get(theme) ?? 0, text));
  } finally {
    await product.stop();
    await door.close();
  }
  const table = tableOf(asked, door.replies);
  for (const [name, value] of Object.entries(table))
    process.stdout.write(`${name.padEnd(34)} ${typeof value === "object" ? JSON.stringify(value) : value}\n`);
  if (json) writeFileSync(json, `${JSON.stringify(table, null, 2)}\n`);
}

/** One question, streamed as the workbench does. */
async function ask(product: Product, themeId: number, userQuery: string): Promise<Asked> {
  const started = performance.now();
  const response = await streamAnswer(product.url, product.token, {
    themeId,
    userQuery,
    sessionId: `q${started}`,
  });
  let firstMs: number | null = null;
  let answer: Answer | null = null;
  let heard = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += piece;
    const frames = heard.split("\n\n");
    heard = frames.pop() ?? "";
    for (const frame of frames.filter((one) => one.startsWith("data: "))) {
      const event = JSON.parse(frame.slice("data: ".length)) as AnswerEvent;
      if (event.type === "delta") firstMs ??= performance.now() - started;
      if (event.type === "done") answer = event.answer;
    }
  }
  const kept = answer === null ? null : await product.call(getInteraction, { id: answer.interactionId });
  return { firstMs, answer, removed: kept?.removed.length ?? 0 };
}

function tableOf(asked: readonly Asked[], replies: readonly Reply[]) {
  const answers = asked.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const verdicts = answers.filter(({ mode }) => mode === "model").flatMap(({ claims }) => claims);
  const count = (is: (answer: Answer) => boolean) => answers.filter(is).length;
  const supported = verdicts.filter(({ verdict }) => verdict === "supported").length;
  const seconds = (of: (reply: Reply) => number) =>
    replies.reduce((sum, reply) => sum + of(reply), 0) / 1_000;
  const tokens = (of: (reply: Reply) => number) => replies.reduce((sum, reply) => sum + of(reply), 0);
  return {
    questions: asked.length,
    "answered by the model": count(({ mode, outcome }) => mode === "model" && outcome === "answered"),
    "quoted instead": count(({ mode, outcome }) => mode === "extractive" && outcome === "answered"),
    declined: count(({ outcome }) => outcome === "abstained"),
    failed: asked.length - answers.length,
    "sentences supported": supported,
    "sentences shown, not supported": verdicts.length - supported,
    "sentences removed": asked.reduce((sum, { removed }) => sum + removed, 0),
    "marks, by replies": countMarkForms(replies.map(({ text }) => text)),
    "first words, median ms": Math.round(
      percentile(
        asked.flatMap(({ firstMs }) => (firstMs === null ? [] : [firstMs])),
        0.5,
      ),
    ),
    "tokens read a second": Math.round(
      tokens(({ promptTokens }) => promptTokens) / seconds(({ readMs }) => readMs),
    ),
    "tokens written a second": Math.round(
      tokens((reply) => reply.tokens) / seconds(({ writeMs }) => writeMs),
    ),
  };
}
