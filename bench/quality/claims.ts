import { writeFileSync } from "node:fs";
import { compare } from "#engine/verify/compare.ts";
import type { CheckedVerdict } from "#engine/verify/compare.ts";
import { evidenceOf } from "#testing/evidence.ts";
import { type Case, casesOf } from "./claims/sentences.ts";
import { freeWords } from "./claims/free-words.ts";
import { statementCases } from "./claims/statements.ts";
import { rowCasesOf } from "./claims/table-rows.ts";
import type { BenchOptions } from "../options.ts";
import { findSets, readSet } from "./retrieval/question-set.ts";

type Row = { set: string; engine: "footnote"; kind: string; claims: number } & Record<CheckedVerdict, number>;

/**
 * Holds the claim checker against sentences whose truth is known: people's short answers beside the passage they were
 * written from and beside another one, sentences of the corpus as they stand, the same sentences made untrue in one word,
 * and sentences in free words.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const rows: Row[] = [];
  process.stdout.write(
    `${"set".padEnd(18)} ${"sentences".padEnd(34)} ${"claims".padStart(6)}  supported  partly  unsupported\n`,
  );
  const report = (name: string, kinds: [string, Case[]][]) => {
    for (const [kind, cases] of kinds) {
      if (cases.length === 0) continue;
      const row = judge(name, kind, cases);
      rows.push(row);
      process.stdout.write(
        `${row.set.padEnd(18)} ${kind.padEnd(34)} ${String(row.claims).padStart(6)}  ${row.supported.toFixed(3).padStart(9)}  ${row.partly.toFixed(3).padStart(6)}  ${row.unsupported.toFixed(3).padStart(11)}\n`,
      );
    }
  };
  for (const [name, kinds] of [...statementCases(), ...freeWords()]) report(name, kinds);
  for (const folder of findSets(data)) {
    const set = readSet(folder);
    report(set.name, [...casesOf(set), ...(await rowCasesOf(folder))]);
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

function judge(set: string, kind: string, cases: Case[]): Row {
  const counts: Record<CheckedVerdict, number> = { supported: 0, partly: 0, unsupported: 0 };
  for (const { claim, passage } of cases) {
    const section = passage.title === passage.doc ? "" : passage.title;
    const evidence = evidenceOf(passage.text, { documentName: passage.doc, section });
    counts[compare(claim, evidence).verdict] += 1;
  }
  const share = (count: number) => count / cases.length;
  return {
    set,
    engine: "footnote",
    kind,
    claims: cases.length,
    supported: share(counts.supported),
    partly: share(counts.partly),
    unsupported: share(counts.unsupported),
  };
}
