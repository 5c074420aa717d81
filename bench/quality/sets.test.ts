import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { plain } from "../product/answer-set.ts";
import { isHeld, readAskedSet, readQuestions } from "./asked-set.ts";
import type { AskedQuestion } from "./asked-set.ts";
import { passagesOf } from "./passages.ts";

const here = import.meta.dirname;
const halves = ["working", "held-out"];
type QuestionSet = { name: string; halves: AskedQuestion[][]; places: Record<string, string[]> };

/** Every set of questions in this folder with the documents of its themes. */
const sets: QuestionSet[] = readdirSync(here)
  .filter((name) => existsSync(join(here, name, "themes.json")))
  .map((name) => {
    const { questions, themes } = readAskedSet(join(here, name));
    return { name, halves: halves.map(questions), places: themes };
  });
const languages = readQuestions(join(here, "languages/questions.jsonl"));
const all = [
  ...sets,
  {
    name: "languages",
    halves: [languages],
    places: Object.fromEntries(languages.map(({ theme, file }) => [theme, [`documents/${file}`]] as const)),
  },
];

test("the sets are found", () => expect(sets.length).toBeGreaterThan(4));

test.for(all)("each question of $name has its own id and words", ({ halves: parts }) => {
  const questions = parts.flat();
  expect(new Set(questions.map(({ id, theme }) => `${theme} ${id}`)).size).toBe(questions.length);
  expect(new Set(questions.map(({ text, theme, tags }) => `${theme} ${text} ${tags.join()}`)).size).toBe(
    questions.length,
  );
});

test.for(all)("exactly the answerable questions of $name have right words", ({ halves: parts }) => {
  for (const { id, kind, right } of parts.flat()) {
    expect(
      right.every((words) => words.length > 0 && words.every((part) => plain(part) !== "")),
      id,
    ).toBe(true);
    if (kind !== "any") expect(right.length === 0, id).toBe(kind === "near-miss" || kind === "off-topic");
  }
});

test.for(all)("each theme of $name has documents and questions", ({ halves: parts, places }) => {
  for (const part of parts) expect(part.length).toBeGreaterThan(0);
  expect([...new Set(parts.flat().map(({ theme }) => theme))].toSorted()).toEqual(
    Object.keys(places).toSorted(),
  );
  for (const of of Object.values(places)) expect(of.length).toBeGreaterThan(0);
});

test.for(all)(
  "every right answer of $name stands within one passage of a document that is here",
  async ({ name, halves: parts, places }) => {
    const passages = new Map<string, string[]>();
    for (const place of new Set(Object.values(places).flat()))
      if (isHeld(place) && /\.(?:txt|md|docx)$/u.test(place))
        passages.set(place, await passagesOf(place.startsWith("seed/") ? place : join(here, name, place)));
    const missing = parts.flat().flatMap(({ id, theme, file, right }) => {
      const of = places[theme] ?? [];
      const named = of.filter((place) => file === "" || basename(place) === file);
      // the others are read by the bench alone
      if (named.length === 0 || named.some((place) => !passages.has(place))) return [];
      const texts = of.flatMap((place) => passages.get(place) ?? []);
      return right
        .filter((words) => !texts.some((text) => words.every((part) => text.includes(` ${plain(part)} `))))
        .map((words) => `${id}: ${words.join(" + ")}`);
    });
    expect(missing).toEqual([]);
  },
);
