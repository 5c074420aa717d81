import type { Kind, Outcome, Warning } from "./extraction.ts";
import { failureOf } from "./failure-of.ts";
import type { OnProgress } from "./reading.ts";
import { endingOf, refusalOf, sniffWhole } from "./sniff.ts";
import type { Recognized } from "./recognized.ts";
import { partTables } from "./side-by-side.ts";

const NAMES: Record<Kind, string> = {
  pdf: "PDF",
  docx: "Word (.docx)",
  doc: "Word 97-2003 (.doc)",
  txt: "plain text",
  xlsx: "Excel (.xlsx)",
  pptx: "PowerPoint (.pptx)",
  html: "a web page (HTML)",
  md: "Markdown",
  eml: "a mail",
  csv: "comma-separated values",
};

/** Reads one whole file. Never throws: every failure is an outcome with a reason. Runs in the child process. */
export async function extractBytes(
  bytes: Uint8Array,
  name: string,
  recognized: Recognized = {},
  onProgress: OnProgress = () => undefined,
): Promise<Outcome> {
  try {
    if (bytes.length === 0)
      return failure("empty", "This file is empty (0 bytes). Upload a file with content.");
    const sniffed = await sniffWhole(bytes, name);
    const { kind } = sniffed;
    if (kind === null) return failure("unsupported", refusalOf(sniffed, name));
    const extraction = partTables(await read(kind, bytes, recognized, onProgress));
    const renamed = renamedWarning(kind, name);
    return {
      ok: true,
      extraction:
        renamed === null ? extraction : { ...extraction, warnings: [renamed, ...extraction.warnings] },
    };
  } catch (error) {
    const overMemory =
      "This file needs more memory than one document may use. Split it, or save it again as PDF.";
    return { ok: false, failure: failureOf(error, overMemory) };
  }
}

/** Each reader is loaded only for its own kind: a child serves one file. */
async function read(kind: Kind, bytes: Uint8Array, recognized: Recognized, onProgress: OnProgress) {
  if (kind === "pdf") return (await import("./pdf/pdf.ts")).readPdf(bytes, recognized, onProgress);
  if (kind === "docx") return (await import("./word/docx.ts")).readDocx(bytes);
  if (kind === "doc") return (await import("./word/doc.ts")).readDoc(bytes);
  if (kind === "xlsx") return (await import("./sheet/xlsx.ts")).readXlsx(bytes);
  if (kind === "csv") return (await import("./sheet/csv.ts")).readCsv(bytes);
  if (kind === "pptx") return (await import("./slides/pptx.ts")).readPptx(bytes);
  if (kind === "html") return (await import("./markup/html.ts")).readHtml(bytes);
  if (kind === "md") return (await import("./markup/markdown.ts")).readMarkdown(bytes);
  if (kind === "eml") return (await import("./mail/eml.ts")).readEml(bytes);
  return (await import("./plain/txt.ts")).readTxt(bytes);
}

function failure(reason: "empty" | "unsupported", message: string): Outcome {
  return { ok: false, failure: { reason, message } };
}

function renamedWarning(kind: Kind, name: string): Warning | null {
  const extension = endingOf(name);
  if (
    extension === null ||
    extension === kind ||
    (kind === "html" && extension === "htm") ||
    (kind === "txt" && !/^(pdf|docx|doc)$/.test(extension))
  )
    return null;
  return {
    code: "renamed_type",
    message: `This file is named .${extension} but is ${NAMES[kind]}; it was read as that.`,
  };
}
