import { setTimeout as wait } from "node:timers/promises";
import { AnswerEvent } from "#contract/answering/answers.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { getTheme, listThemes } from "#contract/knowledge/themes.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import { streamAnswer } from "./ask.ts";
import { call, formOf, rowsOf } from "./call.ts";
import { startModelServer } from "./model-server.ts";
import { numberedPolicy, questionOnLine } from "./numbered-policy.ts";
import { startProduct, type Product } from "./product.ts";

export type Load = {
  seconds: number;
  readsPerSecond: number;
  /** Answers being written at any moment. */
  streams: number;
  /** Files that arrive together at the beginning. */
  uploads: number;
};

export type Outcome = {
  /** Milliseconds of each read. */
  reads: number[];
  /** Milliseconds until the first words of each answer, less those until the model's first whole sentence. */
  firstWords: number[];
  answers: number;
  filesReady: number;
  /** Milliseconds until all files were read; null if not within the patience. */
  readAfterMs: number | null;
  /** Everything refused or broken off, in words; there should be nothing. */
  wrong: string[];
};

/** The model's pace: its first piece of twelve characters after this, then one each time; an answer takes two seconds. */
const pieceMs = 100;
const pieceLength = 12;
/** Words of the first section (numbered-policy.ts): only what a passage says is shown while it is written. */
const sentence = "A customer may return products of line 1 within 10 days of delivery. [1]\n";
const reply = sentence.repeat(3);
/** No sentence is shown before it is complete and checked. */
const firstSentenceMs = Math.ceil(sentence.length / pieceLength) * pieceMs;
/** Far above what the promised times leave open; a machine that is slower is asked less often, not ever more. */
const mostOpenReads = 60;
/** Files that are still unread this long after the load are counted as wrong. */
const patienceMs = 120_000;

/** The real program with the stand-in for a model provider, and a theme of one document that was read. */
export async function startUnderLoad(environment: Record<string, string> = {}) {
  const model = await startModelServer();
  model.behave({ kind: "answer", delayMs: pieceMs, reply: () => reply });
  try {
    const product = await startProduct({
      SMART_BASE_URL: model.url,
      SMART_MODEL: "load",
      OPENAI_API_KEY: "sk-load-key-0001",
      DAILY_TOKENS_PER_COMPANY: "1000000000",
      LOG_LEVEL: "error",
      ...environment,
    });
    const stop = async () => {
      await product.stop();
      await model.close();
    };
    return { product, model, stop };
  } catch (error) {
    await model.close();
    throw error;
  }
}

/** Reads at a fixed rate whatever the replies take, answers as streams, and uploads, all at the same time. */
export async function load(
  product: Product,
  { seconds, readsPerSecond, streams, uploads }: Load,
): Promise<Outcome> {
  const asked = await product.newTheme("asked");
  const filled = await product.newTheme("filled");
  const outcome: Outcome = {
    reads: [],
    firstWords: [],
    answers: 0,
    filesReady: 0,
    readAfterMs: null,
    wrong: [],
  };
  await readFiles(product, asked, [{ name: "Returns.txt", bytes: numberedPolicy(60) }], outcome);
  // the first calls load what later ones find loaded
  const first = { ...outcome, firstWords: [], wrong: [] };
  await Promise.all(Array.from({ length: 5 }, (_, n) => answer(product, asked, n, first)));
  const began = performance.now();
  const until = began + seconds * 1_000;
  const isOver = () => performance.now() >= until;
  const asking = async (lane: number) => {
    // people don't start in the same millisecond
    await wait((lane * pieceMs * reply.length) / pieceLength / streams);
    for (let n = 0; !isOver(); n++) await answer(product, asked, lane + n * streams, outcome);
  };
  await Promise.all([
    ...Array.from({ length: streams }, (_, lane) => asking(lane)),
    reading(product, asked, { readsPerSecond, count: seconds * readsPerSecond }, outcome),
    uploading(product, filled, uploads, outcome),
  ]);
  return outcome;
}

async function reading(
  product: Product,
  theme: number,
  { readsPerSecond, count }: { readsPerSecond: number; count: number },
  outcome: Outcome,
): Promise<void> {
  const reads = [
    () => call(product.url, product.token, getCurrentUser),
    () => call(product.url, product.token, listThemes, {}),
    () => call(product.url, product.token, getTheme, { id: theme }),
    () => call(product.url, product.token, listDocuments, { id: theme, page: 1 }),
    () => call(product.url, product.token, listInteractions, { page: 1 }),
  ];
  const began = performance.now();
  const sent: Promise<void>[] = [];
  let open = 0;
  for (let n = 0; n < count; n++) {
    const due = began + (n * 1_000) / readsPerSecond;
    if (due > performance.now()) await wait(due - performance.now());
    while (open >= mostOpenReads) await wait(5);
    const read = reads[n % reads.length];
    if (read === undefined) continue;
    open += 1;
    sent.push(
      read().then(
        ({ status, text }) => {
          open -= 1;
          // from the moment it was due: a late read was waiting too
          outcome.reads.push(performance.now() - due);
          if (status !== 200) outcome.wrong.push(`a read: ${status} ${text.slice(0, 200)}`);
        },
        (error: unknown) => {
          open -= 1;
          outcome.wrong.push(`a read: ${String(error)}`);
        },
      ),
    );
  }
  await Promise.all(sent);
}

/** One streamed answer, which must begin, end with the whole answer, and be cited. */
async function answer(product: Product, themeId: number, n: number, outcome: Outcome): Promise<void> {
  const body = {
    themeId,
    userQuery: questionOnLine(n, 60),
    sessionId: `load ${n}`,
  };
  const began = performance.now();
  let isFirst = true;
  try {
    const response = await streamAnswer(product.url, product.token, body);
    if (response.status !== 200 || response.body === null)
      return void outcome.wrong.push(`an answer: ${response.status} ${await response.text()}`);
    let text = "";
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (!isFirst || !text.includes('"delta"')) continue;
      isFirst = false;
      outcome.firstWords.push(performance.now() - began - firstSentenceMs);
    }
    const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) =>
      AnswerEvent.parse(JSON.parse(data)),
    );
    const last = events.at(-1);
    if (last?.type === "done" && last.answer.outcome === "answered" && last.answer.citations.length > 0)
      outcome.answers += 1;
    else outcome.wrong.push(`an answer ended with ${JSON.stringify(last).slice(0, 300)}`);
  } catch (error) {
    outcome.wrong.push(`an answer: ${String(error)}`);
  }
}

async function uploading(product: Product, theme: number, count: number, outcome: Outcome): Promise<void> {
  if (count === 0) return;
  const began = performance.now();
  const files = Array.from({ length: count }, (_, n) => ({
    name: `Policy ${n}.txt`,
    bytes: `Policy ${n}\n\n${numberedPolicy(800)}`,
  }));
  outcome.filesReady = await readFiles(product, theme, files, outcome);
  if (outcome.filesReady === count) outcome.readAfterMs = performance.now() - began;
}

/** Uploads files and waits until they answer by words, not until they are encoded. @returns how many of them do */
async function readFiles(
  product: Product,
  theme: number,
  files: { name: string; bytes: string }[],
  outcome: Outcome,
): Promise<number> {
  const began = performance.now();
  const { status, text, body } = await call(
    product.url,
    product.token,
    uploadDocuments,
    { id: theme },
    { form: formOf(...files) },
  );
  if (status >= 400 || body.errors.length > 0) {
    outcome.wrong.push(`an upload: ${status} ${text.slice(0, 300)}`);
    return 0;
  }
  let ready = 0;
  for (const until = began + patienceMs; performance.now() < until; await wait(500)) {
    const documents = rowsOf(await product.call(listDocuments, { id: theme }));
    ready = documents.filter(({ status: state }) => state === "ready").length;
    if (ready === files.length) return ready;
    if (documents.some(({ status: state }) => state === "failed")) break;
  }
  outcome.wrong.push(`${files.length - ready} of ${files.length} files were not read`);
  return ready;
}
