import { type Element, isOn, isSet, parsePart } from "./xml.ts";
import type { Zip } from "./zip.ts";
import type { Piece } from "../parts.ts";
import { raised, settleRaised } from "../raised.ts";
import { type Cell, emptyCell, type Row, rowPieces } from "../word/tables.ts";

export type Shapes = {
  title: string;
  pieces: Piece[];
  isHidden: boolean;
  struck: number;
  /** Pictures and drawings with a description, which nobody sees who looks at the file. */
  described: number;
};

/** Placeholders that repeat on every slide: the number, the date and the foot. */
const REPEATED = /^(?:sldNum|dt|ftr|hdr|sldImg)$/;

/** The texts of a slide, or of the shapes on a sheet, in their order; tables row by row. */
export async function readShapes(
  zip: Zip,
  part: string,
  budget: (characters: number) => void,
): Promise<Shapes> {
  const slide: Shapes = { title: "", pieces: [], isHidden: false, struck: 0, described: 0 };
  let holder = "";
  let paragraph = "";
  let level: number | null = null;
  let isText = false;
  let look = { isStruck: false, isRaised: false };
  let rows: Row[] | null = null;
  let cell: Cell | null = null;

  const openCell = ({ attribute }: Element) => {
    const [across, down] = [attribute("gridSpan"), attribute("rowSpan")].map((span) => Number(span ?? 1));
    const goesOn = isSet(attribute("vMerge"));
    cell = { ...emptyCell(across ?? 1), down: goesOn ? "goes on" : (down ?? 1) > 1 ? "begins" : null };
    // the cell to the left covers it
    if (isSet(attribute("hMerge"))) cell.span = 0;
  };
  const closeParagraph = () => {
    const text = settleRaised(paragraph.replace(/[^\S\n]+/g, " ").trim()).text;
    paragraph = "";
    if (text === "" || REPEATED.test(holder)) return;
    budget(text.length);
    if (cell !== null) cell.pieces.push({ type: "paragraph", text });
    else if (/^(?:title|ctrTitle)$/.test(holder))
      slide.title = [slide.title, text.replaceAll("\n", " ")].filter(Boolean).join(" ");
    else slide.pieces.push({ type: level === null ? "paragraph" : "list_item", text });
  };
  await parsePart(zip, part, {
    open: (element) => {
      const { name, attribute } = element;
      if (name === "p:sld") slide.isHidden = !isOn(attribute("show"));
      else if (name === "p:sp" || name === "p:graphicFrame") holder = "";
      else if (name === "p:ph") holder = attribute("type") ?? "body";
      else if (name.endsWith(":cNvPr")) slide.described += /\S/.test(attribute("descr") ?? "") ? 1 : 0;
      else if (name === "a:tbl") rows = [];
      else if (name === "a:tr") rows?.push({ header: false, cells: [] });
      else if (name === "a:tc") openCell(element);
      else if (name === "a:pPr") level = attribute("lvl") === undefined ? level : Number(attribute("lvl"));
      else if (name === "a:buChar" || name === "a:buAutoNum") level ??= 0;
      else if (name === "a:br") paragraph += "\n";
      else if (name === "a:rPr")
        look = {
          isStruck: ["sngStrike", "dblStrike"].includes(attribute("strike") ?? ""),
          isRaised: Number(attribute("baseline") ?? 0) > 0,
        };
      else if (name === "a:r" || name === "a:fld") look = { isStruck: false, isRaised: false };
      else if (name === "a:t") isText = true;
    },
    text: (text) => {
      if (!isText) return;
      if (look.isStruck) slide.struck += 1;
      else paragraph += look.isRaised ? raised(text) : text;
    },
    close: (name) => {
      if (name === "a:t") isText = false;
      else if (name === "a:p") {
        closeParagraph();
        level = null;
      } else if (name === "a:tc" && cell !== null) {
        if (cell.span > 0) rows?.at(-1)?.cells.push(cell);
        cell = null;
      } else if (name === "a:tbl" && rows !== null) {
        slide.pieces.push(...rowPieces(rows, false));
        rows = null;
      }
    },
  });
  return slide;
}
