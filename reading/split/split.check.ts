/**
 * How the size of passages changes what is found, on documents with known answers:
 *   node reading/split/split.check.ts [--data FOLDER]
 * Sizes are compared at equal amounts of text, as an answer gets it: the share of the gold characters (contracts) or
 * gold pages (filings) among the first 3,000 and 6,000 characters of what the search ranks first.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

import { buildSegment } from "#engine/index/segment.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import { createExtractionPool } from "#reading/child/pool.ts";
import type { Extraction } from "#reading/extract/extraction.ts";
import { splitIntoPassages } from "./split.ts";
import { type Passage, type PassageSizes } from "./passage.ts";

const { values } = parseArgs({ options: { data: { type: "string" } } });
const data = values.data ?? "";
if (data === "") throw new Error("Name the folder of the documents with --data.");
const Question = z.object({
  text: z.string(),
  doc: z.string(),
  spans: z.array(z.object({ doc: z.string(), start: z.number(), end: z.number() })).default([]),
  pages: z.array(z.number()).default([]),
});
type Question = z.infer<typeof Question>;
type Read = { name: string; extraction: Extraction; raw: string };
/** A gold location as a range of the document's letters (without white space and cell marks), or a page. */
type Range = { from: number; to: number };
type Placed = Passage & { letters: Range };

const TARGETS = [300, 500, 600, 700, 900, 1_200, 1_600];
const BUDGETS = [3_000, 6_000];

const contracts = await readSet("legalbench-rag", "docs");
const filings = await readSet("financebench", "pdfs");
for (const target of TARGETS) {
  const sizes: PassageSizes = { target, most: Math.round(target * 1.5), least: Math.min(200, target / 2) };
  for (const set of [contracts, filings]) if (set !== null) measure(set, sizes);
}

type Questions = { name: string; documents: Read[]; questions: Question[] };

async function readSet(name: string, folder: string): Promise<Questions | null> {
  const root = join(data, name);
  if (!existsSync(root)) return null;
  const pool = createExtractionPool({ size: 2 });
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(txt|pdf)$/.test(file),
  );
  const documents = await Promise.all(
    files.map(async (file): Promise<Read[]> => {
      const path = join(root, folder, file);
      const result = await pool.extract({ path, name: file });
      return result.ok
        ? [
            {
              name: file,
              extraction: result.extraction,
              raw: file.endsWith(".txt") ? readFileSync(path, "utf8") : "",
            },
          ]
        : [];
    }),
  );
  await pool.close();
  const lines = readFileSync(join(root, "queries.jsonl"), "utf8").trim().split("\n");
  return {
    name,
    documents: documents.flat(),
    questions: lines.map((line) => Question.parse(JSON.parse(line))),
  };
}

function measure(set: Questions, sizes: PassageSizes): void {
  const index = createThemeIndex();
  const passages = set.documents.map(({ name, extraction }, id) => {
    const placed = place(splitIntoPassages(extraction, sizes));
    const title = name
      .replace(/^.*\//, "")
      .replace(/\.\w+$/, "")
      .replace(/[_-]+/g, " ");
    index.add(id, buildSegment({ title, passages: placed.map(({ text, section }) => ({ text, section })) }));
    return placed;
  });
  const found = BUDGETS.map(() => 0);
  let first = 0;
  let asked = 0;
  for (const question of set.questions) {
    const gold = goldOf(question, set.documents);
    if (gold.length === 0) continue;
    asked++;
    const hits = index
      .search(question.text, { limit: 40 })
      .hits.map((hit) => ({ document: hit.document, passage: passages[hit.document]?.[hit.passage] }));
    if (hits[0]?.passage !== undefined && gold.some((place) => covers(hits[0], place) > 0)) first++;
    for (const [at, budget] of BUDGETS.entries()) {
      let used = 0;
      const taken = hits.filter(
        ({ passage }) => (used += passage?.text.length ?? 0) <= budget || used === passage?.text.length,
      );
      const share = gold.map((place) =>
        Math.min(
          1,
          taken.reduce((sum, hit) => sum + covers(hit, place), 0),
        ),
      );
      found[at] = (found[at] ?? 0) + share.reduce((sum, one) => sum + one, 0) / gold.length;
    }
  }
  const all = passages.flat();
  const lengths = all.map((passage) => passage.text.length).sort((a, b) => a - b);
  const line = BUDGETS.map(
    (budget, at) => `found in ${budget}: ${((found[at] ?? 0) / asked).toFixed(3)}`,
  ).join(" | ");
  console.log(
    `${set.name} | target ${sizes.target} | ${all.length} passages, median ${lengths[lengths.length >> 1] ?? 0} | first right ${(first / asked).toFixed(3)} | ${line}`,
  );
}

type Gold = { document: number } & ({ page: number } | { letters: Range });

function goldOf(question: Question, documents: Read[]): Gold[] {
  const at = (doc: string) =>
    documents.findIndex((document) => document.name === doc || document.name.replace(/\.pdf$/, "") === doc);
  const pages = question.pages.map((page) => ({ document: at(question.doc), page }));
  const spans = question.spans.map(({ doc, start, end }) => {
    const raw = documents[at(doc)]?.raw ?? "";
    return {
      document: at(doc),
      letters: { from: letters(raw.slice(0, start)), to: letters(raw.slice(0, end)) },
    };
  });
  return [...pages, ...spans].filter(({ document }) => document >= 0);
}

function covers(hit: { document: number; passage: Placed | undefined } | undefined, gold: Gold): number {
  const passage = hit?.passage;
  if (hit === undefined || passage === undefined || hit.document !== gold.document) return 0;
  if ("page" in gold) return passage.pageFrom + 1 <= gold.page && passage.pageTo + 1 >= gold.page ? 1 : 0;
  const common =
    Math.min(passage.letters.to, gold.letters.to) - Math.max(passage.letters.from, gold.letters.from);
  return Math.max(0, common) / Math.max(1, gold.letters.to - gold.letters.from);
}

function place(passages: Passage[]): Placed[] {
  let at = 0;
  return passages.map((passage) => {
    const from = at;
    at += letters(passage.text);
    return { ...passage, letters: { from, to: at } };
  });
}

function letters(text: string): number {
  return text.replace(/[\s|]/g, "").length;
}
