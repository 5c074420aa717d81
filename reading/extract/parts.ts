import type { Block, Page } from "./extraction.ts";

/** A piece of a Word or text file before the division into parts. */
export type Piece = Omit<Block, "start" | "end"> & { text: string };

/**
 * Word's page hints are wrong (a book of 872 pages shows 55), so such files are read in parts of about one printed page:
 * the median page of 40 measured PDFs contains 2,800 characters.
 */
const PART_CHARACTERS = 3_000;
/** A chapter begins a new part once the current part is long enough to stand alone. */
const BREAK_AT_HEADING = 1_500;

/** Divides pieces into parts at headings and paragraphs; `breakBefore` forces a break (a form feed). */
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
  for (const { piece, forced } of withoutGiants(pieces, breakBefore)) {
    const heading = piece.type === "heading";
    const full = text.length + piece.text.length > PART_CHARACTERS && !leads(previous);
    if (forced || (heading && text.length > BREAK_AT_HEADING && !leads(previous)) || full) close();
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

/** Cuts a paragraph longer than two parts between sentences, else between words: a part must stay readable. */
function* withoutGiants(
  pieces: Piece[],
  breakBefore: Set<number>,
): Generator<{ piece: Piece; forced: boolean }> {
  for (const [index, piece] of pieces.entries()) {
    let rest = piece.text;
    let forced = breakBefore.has(index);
    while (rest.length > 2 * PART_CHARACTERS) {
      const head = rest.slice(0, PART_CHARACTERS);
      const sentence = /^[^]*[.!?。！？\n](?=\s|$)/.exec(head)?.[0].length ?? 0;
      const word = head.search(/\s\S*$/);
      const cut = Math.max(sentence, sentence > PART_CHARACTERS / 2 ? 0 : word);
      const at = cut > 0 ? cut : PART_CHARACTERS - (/[\uD800-\uDBFF]$/.test(head) ? 1 : 0);
      yield { piece: { ...piece, text: rest.slice(0, at).trimEnd() }, forced };
      rest = rest.slice(at).trimStart();
      forced = false;
    }
    if (rest !== "") yield { piece: { ...piece, text: rest }, forced };
  }
}

/** A heading or a lead-in stays with the text after it. */
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
