import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { linesOf, plain } from "../../product/answer-set.ts";
import { passagesOf } from "./passages.ts";

const Question = z.strictObject({
  theme: z.string(),
  id: z.string(),
  text: z.string(),
  file: z.string(),
  right: z.array(z.array(z.string().min(1)).min(1)),
  kind: z.enum([
    "words",
    "table",
    "state",
    "exclusion",
    "plain",
    "number",
    "definition",
    "procedure",
    "near-miss",
    "off-topic",
  ]),
  tags: z.array(z.string()).optional(),
  language: z.string().optional(),
});

const sets = {
  customers: ["working", "held-out"].flatMap((name) => questionsOf(`../customers/${name}.jsonl`)),
  languages: questionsOf("../languages/questions.jsonl"),
};

test.for(Object.entries(sets))("each question of %s has its own id and words", ([, questions]) => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  expect(new Set(questions.map(({ text, theme }) => `${theme} ${text}`)).size).toBe(questions.length);
});

test.for(Object.entries(sets))("exactly the answerable questions of %s have right words", ([, questions]) => {
  for (const { id, kind, right } of questions)
    expect(right.length === 0, id).toBe(kind === "near-miss" || kind === "off-topic");
});

test("each customer theme has documents, and questions in both sets", () => {
  const themes = z
    .record(z.string(), z.array(z.string()).min(1))
    .parse(JSON.parse(readFileSync(pathOf("../customers/themes.json"), "utf8")));
  for (const name of ["working", "held-out"]) {
    const asked = new Set(questionsOf(`../customers/${name}.jsonl`).map(({ theme }) => theme));
    expect([...asked].toSorted()).toEqual(Object.keys(themes).toSorted());
  }
});

test.for(Object.entries(sets))(
  "every right answer of %s is within one passage of a bundled document",
  async ([name, questions]) => {
    const carried = Map.groupBy(
      questions.filter(({ file, right }) => right.length > 0 && isCarried(name, file)),
      ({ file }) => file,
    );
    expect(carried.size).toBe(name === "customers" ? 11 : 6);
    for (const [file, about] of carried) {
      const passages = await passagesOf(pathOf(`../${name}/documents/${file}`));
      for (const { id, right } of about) {
        for (const words of right)
          expect(
            passages.some((passage) => words.every((part) => passage.includes(` ${plain(part)} `))),
            `${id}: ${words.join(" + ")}`,
          ).toBe(true);
      }
    }
  },
);

function questionsOf(place: string): z.infer<typeof Question>[] {
  return linesOf(pathOf(place)).map((line) => Question.parse(line));
}

function pathOf(place: string): string {
  return fileURLToPath(new URL(place, import.meta.url));
}

function isCarried(name: string, file: string): boolean {
  const themes = readFileSync(pathOf("../customers/themes.json"), "utf8");
  return name === "languages" || themes.includes(`"documents/${file}"`);
}
