import type { Failure } from "#reading/extract/extraction.ts";
import { failureOf } from "#reading/extract/failure-of.ts";
import { Unreadable } from "#reading/extract/reading.ts";
import { sniffWhole, type Sniffed } from "#reading/extract/sniff.ts";
import { fillDocx, readDocxQuestions } from "./docx.ts";
import type { Layout, QuestionnaireTask } from "./layout.ts";
import { fillXlsx, readXlsxQuestions } from "./xlsx.ts";

type Done = { ok: true; layout: Layout | null; file: Uint8Array | null };
type Outcome = Done | { ok: false; failure: Failure };

/** The questions of a file, or the file with its answers. Never throws. Runs in the child process. */
export async function workOnQuestionnaire(
  bytes: Uint8Array,
  name: string,
  { chosen, answers }: QuestionnaireTask,
): Promise<Outcome> {
  try {
    const sniffed = await sniffWhole(bytes, name);
    const isBook = /\.xlsx$/i.test(name);
    if (sniffed.kind !== (isBook ? "xlsx" : "docx"))
      throw new Unreadable(
        "unsupported",
        `This file is named ${isBook ? ".xlsx" : ".docx"}, but it is ${sniffed.what}. ${remedyOf(sniffed)} and upload it again.`,
      );
    if (answers === null) {
      const layout = await (isBook ? readXlsxQuestions(bytes, chosen) : readDocxQuestions(bytes, chosen));
      return { ok: true, layout, file: null };
    }
    const file = await (isBook ? fillXlsx(bytes, chosen, answers) : fillDocx(bytes, chosen, answers));
    return { ok: true, layout: null, file };
  } catch (error) {
    const overMemory = "This file needs more memory than one questionnaire may use. Split it.";
    return { ok: false, failure: failureOf(error, overMemory) };
  }
}

function remedyOf({ kind, remedy }: Sniffed): string {
  if (kind === "docx") return "Name it .docx";
  return remedy?.endsWith(".xlsx") === true ? remedy : "Save it as an Excel workbook or a Word document";
}
