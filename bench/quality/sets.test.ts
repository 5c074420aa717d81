import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { linesOf, plain } from "../product/answer-set.ts";
import { isHeld, readAskedSet } from "./asked-set.ts";
import { passagesOf } from "./passages.ts";

const Question = z.strictObject({
  theme: z.string(),
  id: z.string(),
  text: z.string(),
  file: z.string(),
  right: z.array(z.array(z.string().min(1)).min(1)),
  kind: z.string().optional(),
  tags: z.array(z.string()).optional(),
  language: z.string().optional(),
});
const kindsOfCustomers = [
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
];

const here = import.meta.dirname;
const halfOf = (name: string, half: string) =>
  linesOf(join(here, name, `${half}.jsonl`)).map((line) => Question.parse(line));

/** Every set of questions in this folder, with the documents of its themes. */
const sets = readdirSync(here)
  .filter((name) => existsSync(join(here, name, "themes.json")))
  .map((name) => ({
    name,
    halves: ["working", "held-out"].map((half) => halfOf(name, half)),
    places: readAskedSet(join(here, name)).themes,
  }));
const languages = halfOf("languages", "questions");
const all = [
  ...sets,
  {
    name: "languages",
    halves: [languages],
    places: Object.fromEntries(languages.map(({ theme, file }) => [theme, [`documents/${file}`]])),
  },
];
/** Each half has themes of its own, and a right answer may stand in any document of its theme. */
const byThemes = new Set(["newcomers"]);

test("the sets are found", () => expect(sets.length).toBeGreaterThan(4));

test.for(all)("each question of $name has its own id and words", ({ halves }) => {
  const questions = halves.flat();
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  expect(new Set(questions.map(({ text, theme }) => `${theme} ${text}`)).size).toBe(questions.length);
});

test.for(all)("exactly the answerable questions of $name have right words", ({ name, halves }) => {
  for (const { id, kind, right } of halves.flat()) {
    if (name === "customers" || name === "languages") expect(kindsOfCustomers, id).toContain(kind);
    if (kind !== undefined) expect(right.length === 0, id).toBe(kind === "near-miss" || kind === "off-topic");
  }
});

test.for(all)("each theme of $name has documents, and questions in each half", ({ name, halves, places }) => {
  for (const half of byThemes.has(name) ? [halves.flat()] : halves)
    expect([...new Set(half.map(({ theme }) => theme))].toSorted()).toEqual(Object.keys(places).toSorted());
  for (const documents of Object.values(places)) expect(documents.length).toBeGreaterThan(0);
});

test.for(all)(
  "every right answer of $name stands within one passage of a document that is here",
  async ({ name, halves, places }) => {
    const passages = new Map<string, string[]>();
    for (const place of new Set(Object.values(places).flat()))
      if (isHeld(place) && /\.(?:txt|md|docx)$/u.test(place))
        passages.set(place, await passagesOf(place.startsWith("seed/") ? place : join(here, name, place)));
    const checked = new Set<string>();
    const missing = halves.flat().flatMap(({ id, theme, file, right }) => {
      const documents = places[theme] ?? [];
      const named = documents.filter((place) => file === "" || basename(place) === file);
      // the others are read by the bench alone
      if (right.length === 0 || named.length === 0 || named.some((place) => !passages.has(place))) return [];
      for (const place of named) checked.add(place);
      const texts = (byThemes.has(name) ? documents : named).flatMap((place) => passages.get(place) ?? []);
      return right
        .filter((words) => !texts.some((text) => words.every((part) => text.includes(` ${plain(part)} `))))
        .map((words) => `${id}: ${words.join(" + ")}`);
    });
    expect(missing).toEqual([]);
    const documents = join(here, name, "documents");
    const carried = existsSync(documents) ? readdirSync(documents) : [];
    expect([...checked].map((place) => basename(place))).toEqual(expect.arrayContaining(carried));
    if (name === "customers") expect(checked.size).toBe(11);
    if (name === "languages") expect(checked.size).toBe(6);
  },
);
