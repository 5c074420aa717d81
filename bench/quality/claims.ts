import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { agrees, compare, type CheckedVerdict } from "#engine/verify/compare.ts";
import type { Evidence } from "#engine/evidence.ts";
import { termsOf } from "#engine/text/analyze.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { evidenceOf } from "#testing/evidence.ts";
import { setAt } from "#testing/sets.ts";
import { type Case, casesOf } from "./claims/sentences.ts";
import { freeWords } from "./claims/free-words.ts";
import { statementCases } from "./claims/statements.ts";
import { reportVerdicts } from "./claims/verdicts.ts";
import { rowCasesOf } from "./claims/table-rows.ts";
import type { BenchOptions } from "../options.ts";
import { findSets, readSet } from "./retrieval/question-set.ts";

/** `confirmable`: supported, or a judge who says yes may still confirm it. */
const verdicts = ["supported", "open", "contradicted", "unsupported", "confirmable"] as const;
type Verdict = CheckedVerdict | "confirmable";
type Row = { set: string; engine: "footnote"; kind: string; claims: number } & Record<Verdict, number>;

/**
 * Tests the claim checker with sentences of known truth: people's short answers with the passage they were written from and
 * with another one, sentences of the corpus verbatim, the same sentences made untrue in one word, and paraphrases.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const rows: Row[] = [];
  process.stdout.write(
    `${"set".padEnd(20)} ${"sentences".padEnd(34)} ${"claims".padStart(6)} ${verdicts.map((name) => name.padStart(13)).join("")}\n`,
  );
  const report = (name: string, kinds: [string, Case[]][]) => {
    for (const [kind, cases] of kinds) {
      if (cases.length === 0) continue;
      const row = judge(name, kind, cases);
      rows.push(row);
      process.stdout.write(
        `${row.set.padEnd(20)} ${kind.padEnd(34)} ${String(row.claims).padStart(6)} ${verdicts.map((name) => row[name].toFixed(3).padStart(13)).join("")}\n`,
      );
    }
  };
  for (const [name, kinds] of [...statementCases(), ...freeWords()]) report(name, kinds);
  const outside = data ?? setAt("", "sentences of the public sets");
  if (outside !== null) {
    reportVerdicts(join(outside, "train", "docs"));
    for (const folder of findSets(join(outside, "bench"))) {
      const set = readSet(folder);
      report(set.name, [...casesOf(set), ...(await rowCasesOf(folder))]);
    }
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

function judge(set: string, kind: string, cases: Case[]): Row {
  const counts = { supported: 0, open: 0, contradicted: 0, unsupported: 0, confirmable: 0 };
  for (const { claim, passage } of cases) {
    const section = passage.title === passage.doc ? "" : passage.title;
    const evidence = evidenceOf(passage.text, { documentName: passage.doc, section });
    const { verdict } = compare({ claim, question: "" }, evidence);
    counts[verdict] += 1;
    if (verdict === "supported" || (verdict !== "contradicted" && isConfirmable(claim, evidence)))
      counts.confirmable += 1;
  }
  const shares = Object.fromEntries(verdicts.map((name) => [name, counts[name] / cases.length]));
  return { set, engine: "footnote", kind, claims: cases.length, ...(shares as Record<Verdict, number>) };
}

/** A judge's yes could confirm it: numbers, units, names and columns agree with words of the passage. */
function isConfirmable(claim: string, evidence: Evidence): boolean {
  const said = termsOf(claim);
  const sentences = sentencesOf(evidence.text);
  const pairs = sentences
    .slice(1)
    .map(({ end }, index) => evidence.text.slice(sentences[index]?.start ?? 0, end));
  return [...sentences.map(({ text }) => text), ...pairs].some(
    (quote) =>
      [...termsOf(quote)].some((term) => said.has(term)) &&
      agrees({ claim, question: "" }, { evidence, quote }),
  );
}
