import type { ExtractionResult } from "./pool.ts";

/** Whether a result is what the manifest's words (`text`, `password`, `read as docx`, `damaged or limit`) ask for. */
export function isWanted(wanted: string, result: ExtractionResult): boolean {
  if (wanted === "any") return true;
  const words = wanted.replace(/\(.*?\)/g, "").toLowerCase();
  const readAs = /read as (pdf|docx|doc|txt)/.exec(words)?.[1];
  if (result.ok) {
    if (readAs !== undefined)
      return (
        result.extraction.kind === readAs &&
        result.extraction.warnings.some(({ code }) => code === "renamed_type")
      );
    if (words.includes("no readable mapping"))
      return result.extraction.warnings.some(({ code }) => code === "unreadable_letters");
    return /\btext\b/.test(words);
  }
  const { reason, message } = result.failure;
  if (message === "") return false;
  if (reason === "protected") return words.includes("password");
  if (reason === "scanned" || reason === "empty")
    return (
      words.includes("no_text") ||
      words.includes(reason) ||
      (words.includes("a part was not read") && message.includes("not read"))
    );
  return words.includes(reason);
}
