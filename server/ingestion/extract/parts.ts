import type { Block, Page } from "./extraction.ts";

/** A piece of a Word or text file before it is cut into parts. */
export type Piece = Omit<Block, "start" | "end"> & { text: string };

/**
 * Word's page hints are wrong (a book of 872 pages shows 55), so such files are read in parts of about one printed
 * page: the median page of 40 measured PDFs holds 2,800 characters.
 */
const PART_CHARACTERS = 3_000;
/** A chapter begins a new part once the current one is worth reading alone. */
const BREAK_AT_HEADING = 1_500;

/** Cuts pieces into parts at headings and paragraphs; `breakBefore` forces a cut (a form feed). */
export function toParts(pieces: Piece[], breakBefore: Set<number> = new Set()): Page[] {
  const pages: Page[] = [];
  let text = "";
  let blocks: Block[] = [];
  const close = () => {
    if (blocks.length > 0) pages.push({ number: null, label: null, text, blocks });
    text = "";
    blocks = [];
  };
  let previous: Piece | null = null;
  for (const [index, piece] of pieces.entries()) {
    const heading = piece.type === "heading";
    const full = text.length + piece.text.length > PART_CHARACTERS && !leads(previous);
    if (breakBefore.has(index) || (heading && text.length > BREAK_AT_HEADING && !leads(previous)) || full)
      close();
    if (text !== "") text += tight(previous, piece) ? "\n" : "\n\n";
    const start = text.length;
    text += piece.text;
    const { text: _, ...block } = piece;
    blocks.push({ ...block, start, end: text.length });
    previous = piece;
  }
  close();
  return pages;
}

/** A heading or a lead-in stays with what follows it. */
function leads(piece: Piece | null): boolean {
  return piece !== null && (piece.type === "heading" || piece.text.endsWith(":"));
}

function tight(previous: Piece | null, piece: Piece): boolean {
  return (
    previous !== null &&
    previous.type === piece.type &&
    (piece.type === "list_item" || piece.type === "table_row")
  );
}
