import { writeFileSync } from "node:fs";
import { withConflict } from "#engine/conflicts/conflicts.ts";
import type { Evidence } from "#engine/evidence.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import { contradict, type Rule, ruleOf } from "#engine/conflicts/rule.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { buildSegment } from "#engine/index/segment.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import type { BenchOptions } from "../options.ts";
import { percentile } from "./retrieval/metrics.ts";
import { documentsOf, findSets, type QuestionSet, readSet } from "./retrieval/question-set.ts";

const columns = [
  "answers",
  "conflicts",
  "figures",
  "figuresSeen",
  "denials",
  "denialsSeen",
  "p95Ms",
] as const;
type Row = { set: string; engine: "footnote" } & Record<(typeof columns)[number], number>;

/**
 * How often an answer to a question of the sets says that its documents contradict each other (they are not known to), and
 * how many contradictions are seen when a quoted sentence has a twin with another figure of time, money or share, or with a
 * denial more or less.
 */
export function run({ data, json }: BenchOptions): Promise<void> {
  process.stdout.write(`${["set".padEnd(16), ...columns].join("  ")}\n`);
  const rows = findSets(data).map((folder) => {
    const row = measure(readSet(folder));
    process.stdout.write(
      `${[row.set.padEnd(16), ...columns.map((name) => String(row[name]).padStart(name.length))].join("  ")}\n`,
    );
    return row;
  });
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  return Promise.resolve();
}

function measure(set: QuestionSet): Row {
  const documents = documentsOf(set.corpus);
  const index = createThemeIndex();
  documents.forEach((document, place) => index.add(place, buildSegment(document)));
  const times: number[] = [];
  const quoted = new Set<string>();
  let conflicts = 0;
  for (const { text: question } of set.questions) {
    const { hits, ...found } = index.search(question, { limit: 10 });
    const evidence = hits.map((hit, place): Evidence => {
      const passage = documents[hit.document]?.passages[hit.passage];
      const { score, coverage, together, telling, named, document: documentId } = hit;
      return {
        rank: place + 1, score, coverage, together, telling, named, documentId, documentName: documents[documentId]?.title ?? "",
        versionId: documentId, version: 1, ordinal: hit.passage, text: passage?.text ?? "", section: passage?.section ?? "",
        pageNumber: null, pageIndex: 0, turn: null,
      }; // prettier-ignore
    });
    const draft = answerExtractively(question, { evidence, ...found });
    if (draft.outcome !== "answered") continue;
    const start = performance.now();
    if (withConflict(draft, evidence).reason !== draft.reason) conflicts += 1;
    times.push(performance.now() - start);
    for (const { quote } of draft.sources) for (const { text } of sentencesOf(quote)) quoted.add(text);
  }
  const figures = twins(quoted, otherFigure);
  const denials = twins(quoted, (text) => text.replace(/\b(must|shall|may|is|are|can)(?! not)\b/, "$1 not"));
  return {
    set: set.name,
    engine: "footnote",
    answers: times.length,
    conflicts,
    figures: figures.length,
    figuresSeen: figures.filter(([one, other]) => contradict(one, other)).length,
    denials: denials.length,
    denialsSeen: denials.filter(([one, other]) => contradict(one, other)).length,
    p95Ms: Math.round(percentile(times, 0.95) * 100) / 100,
  };
}

/** Sentences that are rules, each beside itself changed. */
function twins(sentences: Iterable<string>, change: (text: string) => string): [Rule, Rule][] {
  return [...sentences].flatMap((text) => {
    const [one, other] = [ruleOf(text), ruleOf(change(text))];
    return one === null || other === null || one.text === other.text ? [] : [[one, other] as [Rule, Rule]];
  });
}

function otherFigure(text: string): string {
  return text.replace(/\b(\d{1,3})(?= (?:business |working )?(?:days|months|years|hours)\b|%)/, (figure) =>
    String(Number(figure) + 17),
  );
}
