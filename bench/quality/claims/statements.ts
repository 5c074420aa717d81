import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Case } from "./sentences.ts";

const Statements = z.array(
  z.strictObject({
    id: z.string(),
    document: z.string(),
    passage: z.string().includes("\n"),
    statement: z.string().min(1),
    true: z.boolean(),
    kind: z.string(),
    split: z.enum(["working", "held-out"]),
  }),
);
export type Statement = z.output<typeof Statements>[number];

/** The statements of statements.json, in its order. README.md describes them. */
export function readStatements(): Statement[] {
  return Statements.parse(JSON.parse(readFileSync(new URL("statements.json", import.meta.url), "utf8")));
}

/** Each half of the statements, true and untrue, in total and by kind. */
export function statementCases(): [string, [string, Case[]][]][] {
  const all = readStatements();
  return (["working", "held-out"] as const).map((split) => [
    `statements, ${split}`,
    [true, false].flatMap((isTrue) => {
      const own = all.filter((one) => one.split === split && one.true === isTrue);
      const truth = isTrue ? "true" : "untrue";
      const kinds = [...new Set(own.map(({ kind }) => kind))].toSorted();
      return [
        [truth, own.map(caseOf)] as [string, Case[]],
        ...kinds.map((kind): [string, Case[]] => [
          `${truth}: ${kind}`,
          own.filter((one) => one.kind === kind).map(caseOf),
        ]),
      ];
    }),
  ]);
}

/**
 * The passage's first line is its heading; a line of column names with its row is a table, with cells separated by tabs.
 */
function caseOf({ id, document, passage, statement }: Statement): Case {
  const [title = "", ...lines] = passage.split("\n");
  const text = lines.map((line) => line.replaceAll(" | ", "\t")).join("\n");
  return { claim: statement, passage: { id, doc: document, title, text } };
}
