import { parseArgs } from "node:util";
import type { BenchOptions } from "./options.ts";

// One file each; a benchmark exports `run`.
const BENCHES: Record<string, () => Promise<{ run(options: BenchOptions): Promise<void> }>> = {
  retrieval: () => import("./retrieval.ts"),
  abstention: () => import("./abstention.ts"),
  "abstention-small": () => import("./abstention-small.ts"),
  answers: () => import("./answers.ts"),
  asked: () => import("./asked.ts"),
  claims: () => import("./claims.ts"),
  conflicts: () => import("./conflicts.ts"),
  misspelled: () => import("./misspelled.ts"),
  spoken: () => import("./spoken.ts"),
  "first-token": () => import("./first-token.ts"),
  crash: () => import("./crash.ts"),
  extraction: () => import("./extraction.ts"),
  faults: () => import("./faults.ts"),
  ingestion: () => import("./ingestion.ts"),
  holds: () => import("./holds.ts"),
  fuzz: () => import("./fuzz.ts"),
  leakage: () => import("./leakage.ts"),
  load: () => import("./load.ts"),
  "many-documents": () => import("./many-documents.ts"),
  "questions-while-uploading": () => import("./questions-while-uploading.ts"),
  neighbors: () => import("./neighbors.ts"),
  pages: () => import("./pages.ts"),
  reports: () => import("./reports.ts"),
  timing: () => import("./timing.ts"),
  scale: () => import("./retrieval-scale.ts"),
  "retrieval-train": () => import("./retrieval-train.ts"),
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, data: { type: "string" } },
});
const [name = ""] = positionals;
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (!bench) {
  process.stderr.write(
    `Usage: npm run bench -- <${Object.keys(BENCHES).join(" | ")}> [--json FILE] [--data FOLDER]\n`,
  );
  process.exit(2);
}
try {
  await (await bench()).run({ data: values.data, json: values.json });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
