import { readFileSync } from "node:fs";
import { openZip } from "#reading/extract/office/zip.ts";
import { plain } from "../product/answer-set.ts";

/** The paragraphs and table rows of a text or Word file, each normalized by `plain`, between spaces. */
export async function passagesOf(path: string): Promise<string[]> {
  const pieces = path.endsWith(".docx") ? await piecesOfWord(path) : piecesOfText(readFileSync(path, "utf8"));
  return pieces.map((piece) => ` ${plain(piece)} `);
}

function piecesOfText(text: string): string[] {
  const isTable = (block: string) => block.startsWith("|") || / -{3,}/u.test(block);
  return text.split(/\n\s*\n/u).flatMap((block) => (isTable(block) ? block.split("\n") : [block]));
}

async function piecesOfWord(path: string): Promise<string[]> {
  const { read } = await openZip(readFileSync(path));
  const decoder = new TextDecoder();
  let xml = "";
  for await (const chunk of read("word/document.xml")) xml += decoder.decode(chunk, { stream: true });
  // rows first, because the paragraphs of a row belong together
  return [...xml.matchAll(/<w:tr>.*?<\/w:tr>|<w:p>.*?<\/w:p>/gu)].map(([piece]) =>
    piece
      .replaceAll("</w:tc>", " ")
      .replaceAll(/<[^>]*>/gu, "")
      .replaceAll("&amp;", "&"),
  );
}
