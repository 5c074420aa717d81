import { SaxesParser } from "saxes";

import { Unreadable } from "../reading.ts";
import type { Zip } from "./zip.ts";

/** An element by its namespace and local name: `w:p` whatever prefix the file uses. */
export type Element = { name: string; attribute: (local: string) => string | undefined };
/** Where a tag ends in a text parsed whole, its name as written, and whether it is a whole element: `<c r="A1"/>`. */
export type TagPlace = { end: number; tag: string; isEmpty: boolean };
export type Handler = {
  open?: (element: Element, place: TagPlace) => void;
  /** `end`: of the closing tag, in a text parsed whole; of an empty element, the same as of its opening. */
  close?: (name: string, end: number) => void;
  text?: (text: string) => void;
};

/** A toggle element is on unless it says otherwise (ECMA-376 17.17.4). */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(0|false|off|none)$/.test(value);
}

/** An attribute that is off unless it is there and says so. */
export const isSet = (value: string | undefined) => value !== undefined && isOn(value);

/** The deepest of 18 real documents nests 16 elements. */
const MAX_DEPTH = 400;
const VOCABULARIES: [RegExp, string][] = [
  [/wordprocessingml/, "w"],
  [/spreadsheetml/, "s"],
  [/presentationml/, "p"],
  [/drawingml\/(2006\/)?main/, "a"],
  [/markup-compatibility/, "mc"],
  [/officeDocument\/(2006\/)?math/, "m"],
  [/package\/2006\/relationships/, "rel"],
  [/content-types/, "ct"],
  [/purl\.org\/dc\/elements/, "dc"],
  [/officeDocument\/(2006\/)?relationships/, "r"],
];

/**
 * Reads one part as a stream. Refuses a document type declaration: Office never writes one, and entities are the way to read
 * other files or to grow without end.
 */
export async function parsePart(zip: Zip, name: string, handler: Handler): Promise<void> {
  const parser = parserFor(handler);
  await orDamaged(name, async () => {
    for await (const text of decode(zip.read(name))) parser.write(text);
    parser.close();
  });
}

/**
 * The whole text of a part, and what `read` makes of its tags with their places in it: for a part that is edited.
 * @throws Unreadable damaged
 */
export async function parseWhole(zip: Zip, name: string, handler: Handler): Promise<string> {
  return orDamaged(name, async () => {
    let whole = "";
    for await (const text of decode(zip.read(name))) whole += text;
    const parser = parserFor(handler);
    // at once, so that places count from the start of the text
    parser.write(whole);
    parser.close();
    return whole;
  });
}

async function orDamaged<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(
      "damaged",
      `The part ${name} of this file is damaged. Open it in the program that made it, save it again and upload it.`,
    );
  }
}

function parserFor(handler: Handler): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const prefixes = new Map<string, string>();
  let depth = 0;
  parser.on("doctype", () => {
    throw new Unreadable(
      "damaged",
      "This file declares its own XML entities, which Office files never do. It was not read; save it again in the program that made it.",
    );
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    if (++depth > MAX_DEPTH)
      throw new Unreadable(
        "limit",
        `This file nests its parts more than ${MAX_DEPTH} deep, which no document needs. Save it again in the program that made it.`,
      );
    const attributes: Record<string, string> = tag.attributes;
    for (const key in attributes) {
      if (key === "xmlns" || key.startsWith("xmlns:"))
        prefixes.set(key.slice(6), vocabulary(attributes[key] ?? ""));
    }
    handler.open?.(
      {
        name: resolve(tag.name, prefixes),
        attribute: (local) => readAttribute(attributes, local),
      },
      { end: parser.position, tag: tag.name, isEmpty: tag.isSelfClosing },
    );
  });
  parser.on("closetag", (tag) => {
    depth--;
    handler.close?.(resolve(tag.name, prefixes), parser.position);
  });
  if (handler.text !== undefined) parser.on("text", handler.text);
  return parser;
}

/** Like `parsePart` for an optional part: if it is missing or damaged, the text is still read. */
export async function parseSidePart(zip: Zip, name: string | null, handler: Handler): Promise<void> {
  if (name === null || !zip.names.includes(name)) return;
  try {
    await parsePart(zip, name, handler);
  } catch (error) {
    if (!(error instanceof Unreadable) || error.failure.reason !== "damaged") throw error;
    zip.unread.push(name);
  }
}

async function* decode(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder !== null) yield decoder.decode();
}

function encodingOf(chunk: Uint8Array): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return "utf-16le";
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return "utf-16be";
  return "utf-8";
}

function vocabulary(uri: string): string {
  return VOCABULARIES.find(([pattern]) => pattern.test(uri))?.[1] ?? "";
}

function resolve(name: string, prefixes: Map<string, string>): string {
  const colon = name.indexOf(":");
  const prefix = colon < 0 ? "" : name.slice(0, colon);
  return `${prefixes.get(prefix) ?? ""}:${name.slice(colon + 1)}`;
}

/** `w:val`, or `val` if the file omits the prefix. */
function readAttribute(attributes: Record<string, string>, local: string): string | undefined {
  for (const key in attributes)
    if (key === local || (key.endsWith(local) && key[key.length - local.length - 1] === ":"))
      return attributes[key];
  return undefined;
}
