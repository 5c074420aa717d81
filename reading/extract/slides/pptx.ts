import type { Extraction, Warning } from "../extraction.ts";
import { extractionOf } from "../from-pieces.ts";
import { partOf } from "../office/main-part.ts";
import { openPackage } from "../office/package.ts";
import { type Relations, readRelations } from "../office/relations.ts";
import { partWarnings } from "../office/warnings.ts";
import { parsePart } from "../office/xml.ts";
import type { Zip } from "../office/zip.ts";
import type { Piece } from "../parts.ts";
import { characterBudget } from "../reading.ts";
import { readShapes } from "../office/shapes.ts";

/** Reads a PowerPoint presentation (.pptx): each slide that is shown, under its title, with its number. */
export async function readPptx(bytes: Uint8Array): Promise<Extraction> {
  const zip = await openPackage(bytes, "PowerPoint");
  const main = await partOf(zip, "ppt/presentation.xml");
  const relations = await readRelations(zip, main);
  const order: string[] = [];
  await parsePart(zip, main, {
    open: ({ name, attribute }) => void (name === "p:sldId" && order.push(attribute("r:id") ?? "")),
  });
  const budget = characterBudget();
  const pieces: Piece[] = [];
  const breaks = new Set<number>();
  let [hidden, notes, struck, described] = [0, 0, 0, 0];
  let title: string | null = null;
  for (const [index, relation] of order.entries()) {
    const target = relations.find(({ id }) => id === relation)?.target;
    if (target === undefined || !zip.names.includes(target)) continue;
    const slide = await readShapes(zip, target, budget);
    if (slide.isHidden) {
      hidden += 1;
      continue;
    }
    struck += slide.struck;
    described += slide.described;
    const parts = await readRelations(zip, target);
    if (await hasNotes(zip, parts, budget)) notes += 1;
    for (const { type, target: diagram } of parts)
      if (type === "diagramDrawing" && zip.names.includes(diagram))
        slide.pieces.push(...(await readShapes(zip, diagram, budget)).pieces);
    if (slide.title === "" && slide.pieces.length === 0) continue;
    title ??= slide.title === "" ? null : slide.title;
    breaks.add(pieces.length);
    const name = [`Slide ${index + 1}`, slide.title].filter(Boolean).join(": ");
    pieces.push({ type: "heading", level: 1, text: name }, ...slide.pieces);
  }
  const warnings: Warning[] = [
    ...leftOut(hidden, "hidden_text", "hidden slide was left out", "hidden slides were left out"),
    ...leftOut(struck, "struck_text", "struck-out text was left out", "struck-out texts were left out"),
    ...leftOut(
      notes,
      "part_not_read",
      "slide has speaker notes, which were not read",
      "slides have speaker notes, which were not read",
    ),
    ...(await partWarnings(zip, { readsDiagrams: true, described })),
  ];
  return extractionOf({ kind: "pptx", title, pieces, warnings, breaks });
}

/** Notes are for the speaker, not for those who see the slides. */
async function hasNotes(zip: Zip, relations: Relations, budget: (characters: number) => void) {
  const notes = relations.find(({ type }) => type === "notesSlide")?.target;
  if (notes === undefined || !zip.names.includes(notes)) return false;
  const { pieces, title } = await readShapes(zip, notes, budget);
  return title !== "" || pieces.length > 0;
}

const leftOut = (count: number, code: Warning["code"], one: string, more: string): Warning[] =>
  count === 0 ? [] : [{ code, message: `${count} ${count === 1 ? one : more}.` }];
