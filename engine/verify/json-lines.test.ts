import { expect, test } from "vitest";
import { linesOfJson } from "./json-lines.ts";

const linesOf = (...written: Parameters<typeof linesOfJson>) => linesOfJson(...written)?.lines;

const answer = JSON.stringify({
  sentences: [
    { text: "Recordings are kept for “7” months.", passages: [1, 3], quote: "kept for\nseven months" },
    { text: "Holds stay.", passage: 2, quote: "holds stay", condition: "unless lifted" },
  ],
  notAnswered: "who lifts them",
});

test("reads sentences written as JSON, also in a block of code", () => {
  const lines = [
    "Recordings are kept for “7” months. [1][3]",
    "> kept for seven months",
    "Holds stay. [2]",
    "> holds stay",
    "> if: unless lifted",
    "Not answered: who lifts them",
  ].join("\n");
  expect(linesOf(answer)).toBe(lines);
  expect(linesOf(`\`\`\`json\n${answer}\n\`\`\``)).toBe(lines);
});

test("reads JSON behind words about it, with numbers of passages in quotation marks", () => {
  const quoted = answer.replace("[1,3]", '["1", "[3]"]');
  for (const words of ["Here is the answer:", "Sure: here it is.\n\n```json\n"])
    expect(linesOf(`${words} ${quoted}\n\`\`\`\nAnything else?`)).toBe(linesOf(answer));
});

test.each([
  'A stay ["legal hold"] ends a deletion. [1]',
  'The field {"hold"} is empty. [2]',
  "[1] and [2] say so.",
])("leaves prose with brackets as it is: %s", (written) => {
  expect(linesOfJson(written)).toBeNull();
});

test.each([
  '{"answer": "Holds stay. [2]"}',
  '{"sentences": ["Holds stay. [2]"], "notAnswered": null}',
  '["Holds stay. [2]"]',
])("reads the texts of another form: %s", (written) => {
  expect(linesOf(written)).toBe("Holds stay. [2]");
});

test("reads a reply that breaks off up to its last whole object, and tells that it does", () => {
  const whole = "Recordings are kept for “7” months. [1][3]\n> kept for seven months";
  const second = answer.indexOf(',{"text":"Holds');
  for (let end = 1; end < answer.length; end += 1) {
    const read = linesOfJson(answer.slice(0, end));
    if (read === null) continue;
    expect(read.isCut).toBe(true);
    if (end > second && !answer.slice(second, end).includes("}")) expect(read.lines).toBe(whole);
  }
  expect(linesOfJson(answer)).toMatchObject({ isCut: false });
  expect(linesOfJson('["Holds stay. [2]", "They en')).toEqual({ lines: "Holds stay. [2]", isCut: true });
});

test("leaves prose alone", () => {
  for (const text of ["Recordings are kept. [1]", "[1] Recordings are kept.", "{nothing}"])
    expect(linesOfJson(text)).toBeNull();
});

test("reads the fields of a sentence in any order, and the end of an object inside its words", () => {
  const written = `[{"quote": "kept {7}", "condition": null, "sources": [2], "sentence": "Records are kept."}]`;
  expect(linesOf(written)).toBe("Records are kept. [2]\n> kept {7}");
});

test("an answer without a sentence has no lines", () => {
  for (const text of ['{"sentences": [], "notAnswered": null}', "{}", '{"sentences": [{"text": ""}]}'])
    expect(linesOf(text)).toBe("");
});

test("a growing reply shows whole sentences alone, and never takes back a line", () => {
  let before = "";
  for (let end = 0; end <= answer.length; end += 1) {
    const lines = linesOf(answer.slice(0, end), { isGrowing: true }) ?? "";
    expect(lines.startsWith(before)).toBe(true);
    before = lines;
  }
  expect(before).toBe(linesOf(answer));
});
