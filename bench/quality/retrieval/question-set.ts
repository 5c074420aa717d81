import { dataAt } from "#testing/sets.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import type { SegmentPassage } from "#engine/index/segment.ts";

const Entry = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  doc: z.string(),
  section: z.string().optional(),
});
const Question = z.object({
  id: z.string(),
  text: z.string(),
  answer: z.string().optional(),
  answerable: z.boolean().optional(),
});

export type CorpusEntry = z.infer<typeof Entry>;
/** Questions with known passages: `gold` maps a question's id to the ids of the entries that answer it. */
export type QuestionSet = {
  name: string;
  corpus: CorpusEntry[];
  questions: z.infer<typeof Question>[];
  gold: Map<string, Set<string>>;
};
/** One document of a set in the product's form, with the corpus ids of its passages in order. */
export type SetDocument = { title: string; passages: SegmentPassage[]; ids: string[] };

/**
 * The folders of sets under `data` (one set, or a folder of sets), sorted by name; throws a sentence if there are none.
 */
export function findSets(data: string | undefined): string[] {
  const folder = dataAt("bench", data);
  const holdsSet = (path: string) => existsSync(join(path, "corpus.jsonl"));
  const folders = holdsSet(folder)
    ? [folder]
    : readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
        .filter(holdsSet);
  if (folders.length === 0) throw new Error(`No folder with a corpus.jsonl in ${folder}.`);
  return folders;
}

/** Reads corpus.jsonl, queries.jsonl and qrels.tsv; questions without a relevant entry are left out, as trec_eval does. */
export function readSet(folder: string): QuestionSet {
  const lines = (file: string) => readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean);
  const gold = new Map<string, Set<string>>();
  for (const line of lines("qrels.tsv").slice(1)) {
    const [question = "", entry = "", score = ""] = line.split("\t");
    if (Number(score) <= 0) continue;
    gold.set(question, (gold.get(question) ?? new Set()).add(entry));
  }
  return {
    name: basename(folder),
    corpus: lines("corpus.jsonl").map((line) => Entry.parse(JSON.parse(line))),
    questions: lines("queries.jsonl")
      .map((line) => Question.parse(JSON.parse(line)))
      .filter(({ id }) => gold.has(id)),
    gold,
  };
}

/**
 * Groups the corpus by `doc`. If all entries share the first part of a ' > ' title, it is the document's title and the rest
 * is the heading path; otherwise the whole title is a heading under the document's own name.
 */
export function documentsOf(corpus: CorpusEntry[]): SetDocument[] {
  const groups = new Map<string, CorpusEntry[]>();
  for (const entry of corpus) groups.set(entry.doc, [...(groups.get(entry.doc) ?? []), entry]);
  return [...groups].map(([doc, entries]) => {
    const titles = new Set(entries.map(({ title }) => title.split(" > ")[0] ?? ""));
    const [only] = titles;
    const shared = titles.size === 1 && only !== undefined;
    return {
      title: shared ? only : doc,
      ids: entries.map(({ id }) => id),
      passages: entries.map(({ title, section, text }) => {
        const path = title.split(" > ").slice(shared ? 1 : 0);
        if (section !== undefined && section !== path.at(-1)) path.push(section);
        return { text, section: path.join(" › ") };
      }),
    };
  });
}
