import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import {
  createQuestionnaire,
  downloadQuestionnaire,
  getQuestionnaire,
  runQuestionnaire,
} from "#contract/answering/questionnaires.ts";
import { buildXlsx, row, text } from "#reading/fixtures/xlsx.ts";
import { formOf, call } from "#testing/call.ts";
import { startProduct } from "#testing/product.ts";
import type { BenchOptions } from "../options.ts";

const wanted = 500;
const documents = "seed/demo/documents";
const sets = ["asked/working", "asked/held-out", "customers/working", "customers/held-out"];

/** A questionnaire of 500 real questions against the demo's documents without a model: upload, answers, download. */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  try {
    const themeId = await product.newTheme("demo");
    const files = readdirSync(documents, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".sh"))
      .map(({ name }) => ({ name, bytes: readFileSync(join(documents, name)) }));
    const { ready } = await product.upload(themeId, files);
    const rows: { step: string; seconds: number }[] = [];
    const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
      const started = performance.now();
      const done = await work();
      const seconds = (performance.now() - started) / 1000;
      rows.push({ step, seconds });
      process.stdout.write(`${step.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s\n`);
      return done;
    };
    process.stdout.write(`${wanted} questions, ${ready} documents, no model\n`);
    const form = formOf({ name: "Questionnaire.xlsx", bytes: workbook() });
    const { id } = await timed("upload", () => product.call(createQuestionnaire, { id: themeId }, form));
    const done = await timed("answers", async () => {
      await product.call(runQuestionnaire, { id });
      for (;;) {
        const now = await product.call(getQuestionnaire, { id });
        if (now.state !== "running") return now;
        await wait(500);
      }
    });
    await timed("download", () => call(product.url, product.token, downloadQuestionnaire, { id }));
    process.stdout.write(
      `${done.answered} of ${done.total} with an answer on record, ${done.failed} failed\n`,
    );
    if (done.answered + done.failed !== done.total) throw new Error("questions were left out");
    if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  } finally {
    await product.stop();
  }
}

const Asked = z.object({ text: z.string() });

function workbook(): Uint8Array {
  const questions = sets.flatMap((set) =>
    readFileSync(`bench/quality/${set}.jsonl`, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Asked.parse(JSON.parse(line)).text),
  );
  const written = (one: string) => one.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const rows = [...new Set(questions)]
    .slice(0, wanted)
    .map((one, at) => row(at + 2, text(`A${at + 2}`, `${at + 1}`) + text(`B${at + 2}`, written(one))));
  const titles = row(1, text("A1", "No") + text("B1", "Question") + text("C1", "Response"));
  return buildXlsx([{ name: "Questions", rows: titles + rows.join("") }]);
}
