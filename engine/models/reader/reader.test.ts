import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRuntime } from "../onnx/runtime.ts";
import { openReader, readerFolder } from "./open-reader.ts";

const reader = await openReader(readerFolder, loadRuntime());
const read = async (question: string, ...texts: string[]) => {
  const passages = texts.map((text) => ({ section: "", text }));
  return (await reader.read(question, passages, Infinity)) ?? [];
};

const kettles = "Kettles are descaled every month. A cracked kettle is thrown away.";
const holidays = "Staff get 25 days of holiday a year. Days left over are lost in March.";

test("the passage and the sentence that answer have the highest scores", async () => {
  const [off, on] = await read("How much time off do employees have?", kettles, holidays);
  expect(on?.score).toBeGreaterThan(off?.score ?? Infinity);
  const [first, second] = on?.units ?? [];
  expect(holidays.slice(first?.start, first?.end)).toBe("Staff get 25 days of holiday a year.");
  expect(first?.score).toBeGreaterThan(second?.score ?? Infinity);
});

test("a passage's scores don't depend on the others, and stay the same", async () => {
  const question = "When is a kettle thrown away?";
  const [alone] = await read(question, kettles);
  const [, beside] = await read(question, holidays, kettles);
  expect(beside).toEqual(alone);
});

test("what lies beyond its input has no score", async () => {
  const sentences = Array.from({ length: 2_000 }, (_, index) => `Rule ${index} holds for kettle ${index}.`);
  const [reading] = await read("Which rule holds?", sentences.join(" "));
  expect(reading?.units[0]?.score).toBeTypeOf("number");
  expect(reading?.units.length).toBeLessThan(30);
});

test.each([
  ["a letter", "a"],
  ["emoji", "🙂🙂🙂"],
  ["another script", "退款需要多长时间？"],
  ["4,000 characters", "How long does it take? ".repeat(180)],
])("reads a question of %s", async (_, question) => {
  const readings = await read(question, kettles, holidays);
  expect(readings.map(({ score }) => Number.isFinite(score))).toEqual([true, true]);
});

test("reads a table of 5,000 rows as quickly as its beginning", async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => `| K${index} | ${index} days |`);
  const [reading] = await read(
    "How many days for K3?",
    ["| Kettle | Time |", "| --- | --- |", ...rows].join("\n"),
  );
  expect(reading?.units.length).toBeGreaterThan(3);
});

test("reads nothing for a caller that has stopped waiting", async () => {
  const passages = [{ section: "", text: kettles }];
  expect(await reader.read("When?", passages, Date.now() - 1)).toBeNull();
});

test("a missing or altered file is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reader-"));
  try {
    await expect(openReader(folder, loadRuntime())).rejects.toThrow(/reader\.json cannot be read/);
    cpSync(readerFolder, folder, { recursive: true });
    writeFileSync(join(folder, "reader.onnx"), "no weights");
    await expect(openReader(folder, loadRuntime())).rejects.toThrow(/reader\.onnx is not the file that/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
