import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { encoderFolder, EncoderError } from "#engine/models/encoder.ts";
import { describeModel, writeModels } from "#testing/local-model.ts";
import { localEncoder } from "./local.ts";
import type { ServedEncoder } from "./served-encoder.ts";
import { openEncoder } from "./open.ts";

const opened: ServedEncoder[] = [];
afterEach(async () => {
  for (const encoder of opened.splice(0)) await encoder.close();
});

function open(
  folder: string,
  { idleMs = null, eager = true }: { idleMs?: number | null; eager?: boolean } = {},
) {
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(line) });
  const served = localEncoder(folder, {
    log,
    eager,
    idleMs,
    mostPassages: Infinity,
  });
  opened.push(served);
  const encoder = served.on(() => Promise.reject(new Error("a local model costs nothing")));
  const signal = AbortSignal.timeout(20_000);
  return {
    served,
    said,
    question: (text: string) => encoder.encode([text], "question", signal),
    passages: (texts: string[], stop = signal) => encoder.encode(texts, "passage", stop),
  };
}

test("questions and passages are encoded in a separate thread", async () => {
  const { served, question, passages } = open(writeModels().folder);
  const many = Array.from({ length: 20 }, (_, index) => `${"fee ".repeat(index % 5)}due`);
  const vectors = await passages(many);
  expect(vectors).toHaveLength(20);
  expect(vectors[3]).toEqual(vectors[8]);
  expect((await question("due"))[0]).toEqual(vectors[0]);
  expect(served).toMatchObject({ dimension: 2, questionMs: 150 });
  expect(served.name).toMatch(/^small@[0-9a-f]{12}$/);
});

test("questions behind a slow one are dropped rather than processed one by one", async () => {
  const { folder, take } = writeModels();
  const { passages, question } = open(folder);
  await passages(["fee"]);
  take(2_000);
  const first = question("fee");
  const began = Date.now();
  const late = Promise.allSettled(Array.from({ length: 5 }, () => question("due")));
  await wait(200);
  take(0);
  // the first started in time; the five behind it were dropped instead of taking two seconds each
  expect((await late).every(({ status }) => status === "rejected")).toBe(true);
  expect(Date.now() - began).toBeLessThan(6_000);
  expect(await first).toHaveLength(1);
});

test.each([
  [
    "a file with another hash",
    (folder: string) => writeFileSync(join(folder, "model.onnx"), "other"),
    /is not the file/,
  ],
  [
    "a missing file",
    (folder: string) => rmSync(join(folder, "tokenizer.json")),
    /tokenizer\.json cannot be read/,
  ],
  [
    "a damaged runtime",
    (folder: string) => rmSync(join(folder, "..", "runtime", "node_modules"), { recursive: true }),
    /runtime for models/,
  ],
])("%s is logged once, and the encoder gets no more calls", async (_, spoil, message) => {
  const { folder } = writeModels();
  spoil(folder);
  const { served, said, question } = open(folder);
  await expect(question("fee")).rejects.toThrow(EncoderError);
  await expect(question("fee")).rejects.toThrow(message);
  expect(served.isUsable()).toBe(false);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/Only words are searched/);
});

test("without a valid model in its folder, only words are searched, and the log says why", () => {
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(line) });
  const config = { kind: "local" as const, folder: "/nowhere/small" };
  expect(openEncoder(config, { log, isAsked: true })).toBeNull();
  expect(said.join()).toContain(
    "/nowhere/small/model.json cannot be read (ENOENT). Only words are searched.",
  );
});

test("weights replaced while the program runs are not used, even after the thread was lost", async () => {
  const { folder, take } = writeModels();
  const { passages, question, said } = open(folder);
  const [before] = await passages(["fee"]);
  describeModel(folder, { prefix: { question: "", passage: "query : " } });
  expect((await passages(["fee"]))[0]).toEqual(before);
  take(-1);
  await expect(passages(["fee"])).rejects.toThrow(EncoderError);
  take(0);
  await expect(question("fee")).rejects.toThrow(/was replaced while the program ran: restart the program/);
  expect(said).toHaveLength(1);
});

test("a lost thread is replaced, and the vectors are the same", async () => {
  const { folder, take } = writeModels();
  const { passages } = open(folder);
  const before = await passages(["fees are due"]);
  take(-1);
  await expect(passages(["fee"])).rejects.toThrow(EncoderError);
  take(0);
  expect(await passages(["fees are due"])).toEqual(before);
});

test("an idle model releases its memory and is reloaded when needed", async () => {
  const { passages } = open(writeModels().folder, { idleMs: 50 });
  const before = await passages(["fee"]);
  await wait(300);
  expect(await passages(["fee"])).toEqual(before);
});

const nicest = () =>
  readdirSync("/proc/self/task")
    .map((task) => readFileSync(`/proc/self/task/${task}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16])
    .reduce((most, nice) => Math.max(most, Number(nice)), 0);

test.runIf(process.platform === "linux")("where no questions are asked, other threads go first", async () => {
  const { folder } = writeModels();
  await open(folder).passages(["fee"]);
  expect(nicest()).toBe(0);
  await open(folder, { eager: false }).passages(["fee"]);
  expect(nicest()).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
});

test("an abort takes effect between two groups of passages", async () => {
  const { folder, take } = writeModels();
  const { passages } = open(folder);
  await passages(["fee"]);
  take(20);
  const stop = AbortSignal.timeout(100);
  await expect(
    passages(
      Array.from({ length: 500 }, () => "fee"),
      stop,
    ),
  ).rejects.toThrow(/timeout/);
});

test("the encoder that ships puts a passage in other words nearest, and knows only English", async () => {
  const { served, question, passages } = open(encoderFolder);
  const vectors = await passages([
    "Upholstery may be returned within 30 days against a restocking charge.",
    "Crews do not move existing furniture.",
    "Points expire 18 months after the last purchase.",
  ]);
  const [asked = new Float32Array()] = await question("how long can I send the sofa back?");
  const near = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
  expect(near.indexOf(Math.max(...near))).toBe(0);
  expect([served.reads("en"), served.reads("de")]).toEqual([true, false]);
  const log = pino({ level: "silent" });
  const shipped = openEncoder({ kind: "shipped" }, { log, isAsked: false });
  if (shipped !== null) opened.push(shipped);
  expect([shipped?.mostPassages, served.mostPassages]).toEqual([50_000, Infinity]);
});
