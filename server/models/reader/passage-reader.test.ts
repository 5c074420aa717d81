import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openPassageReader } from "./passage-reader.ts";

const passages = [
  { section: "Holidays", text: "Staff get 25 days a year." },
  { section: "Kettles", text: "Kettles are descaled every month." },
];
const owner = { company: 1, person: 1 };
const question = "How many days off are there?";
const never = new AbortController().signal;

function open(folder?: string) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const outcomes: string[] = [];
  const count = (outcome: string) => void outcomes.push(outcome);
  const reader = openPassageReader({ log, eager: true, count, ...(folder === undefined ? {} : { folder }) });
  onTestFinished(() => reader.close());
  return { reader, lines, outcomes };
}

test("reads a question's passages in its own thread", async () => {
  const { reader, outcomes } = open();
  await reader.check();
  const readings = await reader.read(owner, question, passages, never);
  expect(readings).toHaveLength(2);
  expect(outcomes).toEqual(["read"]);
});

test("without its files words choose, which is logged once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reader-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { reader, lines, outcomes } = open(folder);
  await expect(reader.check()).rejects.toThrow(/reader\.json cannot be read/);
  for (const _ of [1, 2, 3]) expect(await reader.read(owner, question, passages, never)).toBeNull();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("words alone choose what is quoted");
  expect(outcomes).toEqual(["failed"]);
});

test("a question that it can't read in time is left to words", async () => {
  const { reader, outcomes } = open();
  await reader.check();
  const long = Array.from({ length: 500 }, () => ({
    section: "",
    text: "Kettles are descaled. ".repeat(60),
  }));
  const began = performance.now();
  expect(await reader.read(owner, question, long, never)).toBeNull();
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(outcomes).toEqual(["late"]);
  expect(await reader.read(owner, question, passages, never)).toHaveLength(2);
});

test("one company's questions don't keep the reader from another", async () => {
  const { reader } = open();
  await reader.check();
  const flood = Array.from({ length: 50 }, () => reader.read(owner, question, passages, never));
  await setImmediate();
  expect(await reader.read({ company: 2, person: 2 }, question, passages, never)).toHaveLength(2);
  const read = await Promise.all(flood);
  expect(read.filter((readings) => readings !== null).length).toBeLessThan(3);
});

test("a question that was given up isn't read", async () => {
  const { reader } = open();
  await reader.check();
  expect(await reader.read(owner, question, passages, AbortSignal.abort())).toBeNull();
});
