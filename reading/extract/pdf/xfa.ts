import { type Engine, SCRATCH_BYTES } from "./engine.ts";

/** Form types of fpdf_formfill.h: from this one on, the form is a program (XFA). */
const FIRST_XFA = 2;
const MOST_PACKETS = 64;
const MOST_BYTES = 8 * 1024 * 1024;
/**
 * Of the form's words, pages that hold only a placeholder have fewer than this share, by chance; a form has hints and
 * choices that no page shows. Of a few words, half tell.
 */
const SHARE_ON_PAGES = 0.3;
const SHARE_OF_FEW = 0.5;
const FEW = 4;
/** Pages with that many more words than the form have text of their own. */
const PLACEHOLDER_WORDS = 80;

/** Whether the text of a form that is a program isn't on the file's pages; a reader without that program sees a placeholder. */
export function hidesForm(engine: Engine, doc: number, text: string): boolean {
  if (engine.FPDF_GetFormType(doc) < FIRST_XFA) return false;
  const form = wordsOf(textsOf(readPackets(engine, doc)));
  const page = wordsOf(text);
  const shown = [...form].filter((word) => page.has(word)).length;
  const least = Math.max(form.size * SHARE_ON_PAGES, Math.min(form.size * SHARE_OF_FEW, FEW));
  return shown < least && page.size < form.size + PLACEHOLDER_WORDS;
}

function readPackets(engine: Engine, doc: number): string {
  const at = engine.scratch;
  let left = MOST_BYTES;
  const packets: string[] = [];
  const count = Math.min(engine.FPDF_GetXFAPacketCount(doc), MOST_PACKETS);
  for (let index = 0; index < count; index++) {
    engine.FPDF_GetXFAPacketContent(doc, index, 0, 0, at);
    const length = engine.integer(at);
    if (length <= 0 || length > left) continue;
    left -= length;
    const buffer = length <= SCRATCH_BYTES - 8 ? at + 8 : engine.malloc(length);
    if (buffer === 0 || engine.FPDF_GetXFAPacketContent(doc, index, buffer, length, at) === 0) continue;
    packets.push(engine.copy(buffer, length).toString("utf8"));
  }
  return packets.join("");
}

/** The fixed texts of the form: `text` elements, and paragraphs of rich text. */
const textsOf = (xml: string) =>
  [...xml.matchAll(/<(?:\w{1,20}:)?(text|p|span)(?:\s[^<>]{0,500})?>([^<]+)</g)].map(
    ([, , text]) => text ?? "",
  );

const wordsOf = (text: string | string[]) =>
  new Set(
    [text]
      .flat()
      .join(" ")
      .toLowerCase()
      .match(/\p{L}{3,}|\d+/gu) ?? [],
  );
