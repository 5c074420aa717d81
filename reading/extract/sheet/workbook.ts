import { type Element, isOn, isSet, parsePart, parseSidePart } from "../office/xml.ts";
import type { Zip } from "../office/zip.ts";
import { raised, settleRaised } from "../raised.ts";
import { Unreadable } from "../reading.ts";
import { MOST_ROWS } from "./grid.ts";

export type Sheet = { name: string; relation: string; isHidden: boolean };
export type Workbook = { sheets: Sheet[]; is1904: boolean };

export async function readWorkbook(zip: Zip, part: string): Promise<Workbook> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await parsePart(zip, part, {
    open: ({ name, attribute }) => {
      if (name === "s:sheet")
        sheets.push({
          name: attribute("name") ?? "",
          relation: attribute("r:id") ?? "",
          isHidden: /hidden/i.test(attribute("state") ?? ""),
        });
      if (name === "s:workbookPr") is1904 = isSet(attribute("date1904"));
    },
  });
  return { sheets, is1904 };
}

/** Texts that cells name by number; runs that are struck out are missing, and `struck` counts them. */
export async function readSharedTexts(
  zip: Zip,
  part: string | null,
  budget: (characters: number) => void,
): Promise<{ texts: string[]; struck: number }> {
  const texts: string[] = [];
  const reader = richText();
  if (part === null || !zip.names.includes(part)) return { texts, struck: 0 };
  try {
    // most cells name their text by number: without these texts, the rest would be misread
    await parsePart(zip, part, {
      open: (element) => reader.open(element),
      text: (text) => reader.text(text),
      close: (name) => {
        reader.close(name);
        if (name !== "s:si") return;
        const text = reader.take();
        budget(text.length);
        texts.push(text);
      },
    });
  } catch (error) {
    const isLimit = error instanceof Unreadable && error.failure.reason === "limit";
    throw isLimit && texts.length > MOST_ROWS ? tooManyTexts(texts.length) : error;
  }
  return { texts, struck: reader.struck() };
}

/** Each text of a workbook is kept once, so a limit of characters or bytes met here is met by the number of its rows. */
const tooManyTexts = (count: number) =>
  new Unreadable(
    "limit",
    `This workbook has too many rows: more than ${count.toLocaleString("en")} different texts were found in its cells. Keep the rows that matter and upload it again.`,
  );

/** Collects the text of a shared or inline string: its runs without phonetic hints and struck-out ones, raised ones as such. */
export function richText() {
  let text = "";
  let struck = 0;
  let isStruck = false;
  let isRaised = false;
  let isText = false;
  let isHint = false;
  return {
    open: ({ name, attribute }: Element) => {
      if (name === "s:r") isStruck = isRaised = false;
      else if (name === "s:vertAlign") isRaised = attribute("val") === "superscript";
      else if (name === "s:strike") isStruck = isOn(attribute("val"));
      else if (name === "s:rPh") isHint = true;
      else if (name === "s:t") isText = true;
    },
    text: (piece: string) => {
      if (!isText || isHint) return;
      if (isStruck) struck += 1;
      else text += isRaised ? raised(piece) : piece;
    },
    close: (name: string) => {
      if (name === "s:t") isText = false;
      else if (name === "s:rPh") isHint = false;
      else if (name === "s:r" || name === "s:si" || name === "s:is") isStruck = isRaised = false;
    },
    take: () => {
      const taken = withoutCodes(settleRaised(text).text);
      text = "";
      return taken;
    },
    struck: () => struck,
  };
}

/** `_x000D_` is a character by its code, `_x005F_` the underscore of a text that looks like one (ECMA-376, 22.9.2.19). */
const withoutCodes = (text: string) =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export type Look = { format: number; isStruck: boolean };
export type Looks = { custom: Map<number, string>; looks: Look[] };

/** The number format of each cell style, and whether its font is struck out. */
export async function readLooks(zip: Zip, part: string | null): Promise<Looks> {
  const custom = new Map<number, string>();
  const fonts: boolean[] = [];
  const looks: Look[] = [];
  let within = "";
  await parseSidePart(zip, part, {
    open: ({ name, attribute }) => {
      if (name === "s:fonts" || name === "s:cellXfs") within = name;
      else if (name === "s:numFmt")
        custom.set(Number(attribute("numFmtId")), attribute("formatCode") ?? "General");
      else if (name === "s:font" && within === "s:fonts") fonts.push(false);
      else if (name === "s:strike" && within === "s:fonts") fonts[fonts.length - 1] = isOn(attribute("val"));
      else if (name === "s:xf" && within === "s:cellXfs")
        looks.push({
          format: Number(attribute("numFmtId") ?? 0),
          isStruck: fonts[Number(attribute("fontId") ?? 0)] ?? false,
        });
    },
    close: (name) => void (name === within && (within = "")),
  });
  return { custom, looks };
}
