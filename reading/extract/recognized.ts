import type { Page } from "./extraction.ts";
import { characterJoin } from "./joining.ts";
import { cleanText, nothingRemoved } from "./clean.ts";

/** OCR results for pages without text, by page from 1; those pages then carry the text. */
export type Recognized = Record<string, string>;

/** Ends the reason for a file of pictures only, where OCR isn't available. */
export const OCR_ADVICE = "Run text recognition (OCR) on it and upload it again.";

/** The text and paragraphs of an OCR page: lines joined, blank lines separate paragraphs. Empty if OCR read nothing. */
export function recognizedPage(read: string | undefined): Pick<Page, "text" | "blocks" | "byOcr"> | null {
  const paragraphs = cleanText(read ?? "", nothingRemoved())
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .reduce((text, line) => {
          const parted = /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line);
          return text === "" ? line : characterJoin(parted ? text.slice(0, -1) : text, line, parted);
        }, ""),
    )
    .filter((paragraph) => paragraph !== "");
  if (!paragraphs.some((paragraph) => /[\p{L}\p{N}]{2}/u.test(paragraph))) return null;
  let text = "";
  const blocks: Page["blocks"] = [];
  for (const paragraph of paragraphs) {
    if (text !== "") text += "\n\n";
    blocks.push({ type: "paragraph", start: text.length, end: text.length + paragraph.length });
    text += paragraph;
  }
  return { text, blocks, byOcr: true };
}
