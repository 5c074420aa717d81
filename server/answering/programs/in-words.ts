import type { ProgramAnswer } from "#contract/answering/programs.ts";

/** The answer with its outcome, and its sources below it, for a reader of plain text. */
export function inWords({ outcome, text, citations, note, approval }: ProgramAnswer): string {
  if (outcome !== "answered")
    return ["The documents do not answer this.", note].filter((line) => line !== null).join(" ");
  const approved = approval === null ? null : `Approved by ${approval.by} on ${approval.at.slice(0, 10)}.`;
  const sources = citations.map((one) => `[${one.number}] ${sourceLine(one)}`);
  return [text, approved, note, `Sources:\n${sources.join("\n")}`]
    .filter((part) => part !== null)
    .join("\n\n");
}

export function sourceLine(
  one: Pick<ProgramAnswer["citations"][number], "document" | "page" | "section" | "url">,
): string {
  const place = one.page === null ? one.section : `page ${one.page}`;
  return [`${one.document.name}, version ${one.document.version}`, place, one.url]
    .filter((part) => part !== null)
    .join(", ");
}
