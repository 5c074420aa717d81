import { longAt, type WordFile } from "./doc-file.ts";
import type { StoryReader } from "./doc-body.ts";
import { readPlaces } from "./doc-look.ts";
import type { BodyPiece } from "./pieces.ts";

const FOOTNOTES = { references: 0x00aa, texts: 0x00b2, story: 1 };
const ENDNOTES = { references: 0x020a, texts: 0x0212, story: 5 };
const ANCHORS_FIELD = 0x01da;
const BOXES_FIELD = 0x025a;
const BOX_STORY = 6;
/**
 * Bytes of a reference (FRD), of a shape's anchor (Spa) and of a box (FTXBXS), and the offset of the shape's name in the
 * last.
 */
const REFERENCE_BYTES = 2;
const ANCHOR_BYTES = 26;
const BOX_BYTES = 22;
const SHAPE_AT = 14;

/** Notes and text boxes by the character of the main text that refers to them. */
export function readAsides(file: WordFile, read: StoryReader): Map<number, BodyPiece[]> {
  const asides = new Map<number, BodyPiece[]>();
  const add = (at: number, pieces: BodyPiece[]) =>
    void asides.set(at, [...(asides.get(at) ?? []), ...pieces]);
  for (const { references, texts, story } of [FOOTNOTES, ENDNOTES]) {
    const from = storyStart(file, story);
    const { places } = readPlaces(file.table(texts), 0);
    const marks = readPlaces(file.table(references), REFERENCE_BYTES);
    const next = inOrder(places, file.lengths[story] ?? 0);
    for (const [index] of marks.records.entries()) {
      const pieces = read(from + next(index), from + next(index + 1), () => "");
      const text = pieces.map((piece) => piece.text).join(" ");
      if (text !== "") add(marks.places[index] ?? 0, [{ type: "footnote", text }]);
    }
  }
  const anchors = readPlaces(file.table(ANCHORS_FIELD), ANCHOR_BYTES);
  const byShape = new Map(
    anchors.records.map((anchor, index) => [longAt(anchor, 0), anchors.places[index] ?? 0]),
  );
  const boxes = readPlaces(file.table(BOXES_FIELD), BOX_BYTES);
  const from = storyStart(file, BOX_STORY);
  const next = inOrder(boxes.places, file.lengths[BOX_STORY] ?? 0);
  // A box without a known anchor goes to the end.
  const end = Math.max(0, (file.lengths[0] ?? 1) - 1);
  for (const [index, box] of boxes.records.entries())
    add(
      byShape.get(longAt(box, SHAPE_AT)) ?? end,
      read(from + next(index), from + next(index + 1), () => ""),
    );
  return asides;
}

/** Only ascending positions within the story: a false table must not have a text read many times over. */
function inOrder(places: number[], length: number): (index: number) => number {
  let most = 0;
  const ordered = places.map((place) => (most = Math.min(length, Math.max(most, place))));
  return (index) => ordered[index] ?? length;
}

/** The first character of a story: main text 0, footnotes 1, headers 2, comments 4, endnotes 5, text boxes 6. */
export function storyStart(file: WordFile, story: number): number {
  return file.lengths.slice(0, story).reduce((sum, length) => sum + length, 0);
}
