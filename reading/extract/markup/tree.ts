import type { DefaultTreeAdapterTypes } from "parse5";
import { raised } from "../raised.ts";
import { Unreadable } from "../reading.ts";
import {
  type BodyPiece,
  type Findings,
  nothingFoundYet,
  paragraphPiece,
  tidyParagraph,
} from "../word/pieces.ts";
import { type Cell, emptyCell, type Row, rowPieces } from "../word/tables.ts";
import { attributeOf, elementsOf, textIn } from "./elements.ts";
import { listLabels } from "./list-labels.ts";
import { type Look, looksIn } from "./looks.ts";

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;

export type Tree = {
  title: string | null;
  pieces: BodyPiece[];
  findings: Findings;
  menus: number;
  scripts: number;
  labelOf: (item: Element) => string;
  lookOf: (element: Element) => Look;
};

/** The deepest of real pages nests 60 elements. */
const MAX_DEPTH = 400;

const SKIPPED = new Set(
  "head style template noscript svg math iframe object embed video audio canvas datalist button dialog".split(
    " ",
  ),
);
const BLOCKS = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header hr html li main ol p pre section summary table ul".split(
    " ",
  ),
);

/** Where text goes: the open paragraph, and what it will be. */
type Flow = { pieces: BodyPiece[]; open: string; label: string; level: number | null; keepsLines: boolean };

/** Reads a parsed page in the order of its text. */
export function readTree(document: DefaultTreeAdapterTypes.Document): Tree {
  const tree: Tree = {
    title: null,
    pieces: [],
    findings: nothingFoundYet(),
    menus: 0,
    scripts: 0,
    labelOf: listLabels(),
    lookOf: looksIn(sheetsIn(document)),
  };
  const flow = newFlow(tree.pieces);
  walk(document, flow, tree, 0);
  close(flow);
  return tree;
}

const newFlow = (pieces: BodyPiece[]): Flow => ({
  pieces,
  open: "",
  label: "",
  level: null,
  keepsLines: false,
});

function close(flow: Flow): void {
  const text = tidyParagraph(flow.open);
  flow.open = "";
  if (text === "") return;
  flow.pieces.push(paragraphPiece(text, { label: flow.label, level: flow.level, title: false, bold: false }));
  flow.label = "";
}

const sheetsIn = (document: DefaultTreeAdapterTypes.Document): string[] =>
  document.childNodes
    .filter((node) => "tagName" in node)
    .flatMap((html) => elementsOf(html).flatMap(elementsOf))
    .filter(({ tagName }) => tagName === "style")
    .map(textIn);

function walk(node: Node, flow: Flow, tree: Tree, depth: number): void {
  if (depth > MAX_DEPTH)
    throw new Unreadable(
      "limit",
      `This page nests its parts more than ${MAX_DEPTH} deep, which no document needs. Save it as PDF and upload that.`,
    );
  if (node.nodeName === "#text") {
    const { value } = node as DefaultTreeAdapterTypes.TextNode;
    flow.open += flow.keepsLines ? value : value.replace(/\s+/g, " ");
    return;
  }
  if (!("childNodes" in node)) return;
  if (!("attrs" in node)) return walkAll(node.childNodes, flow, tree, depth);
  readElement(node, flow, tree, depth);
}

function walkAll(nodes: readonly Node[], flow: Flow, tree: Tree, depth: number): void {
  for (const node of nodes) walk(node, flow, tree, depth + 1);
}

function readElement(element: Element, flow: Flow, tree: Tree, depth: number): void {
  const { tagName: name } = element;
  if (name === "script") tree.scripts += 1;
  if (name === "head") {
    tree.title ??= titleIn(element);
    tree.scripts += elementsOf(element).filter(({ tagName }) => tagName === "script").length;
  }
  if (name === "script" || name === "title" || SKIPPED.has(name)) return;
  if (name === "nav") {
    tree.menus += 1;
    return;
  }
  // written by Markdown for readers of the page alone
  if (isMarkdownAid(element)) return;
  if (isHidden(element)) {
    if (hasText(element)) tree.findings.hidden += 1;
    return;
  }
  const { isStruck, isRaised } = tree.lookOf(element);
  if (isStruck) {
    tree.findings.struck += 1;
    return;
  }
  if (name === "br") flow.open += "\n";
  else if (name === "img" || name === "area") flow.open += pictureText(element);
  else if (name === "input") flow.open += fieldText(element);
  else if (name === "select") flow.open += chosenIn(element);
  else if (isRaised && !BLOCKS.has(name)) flow.open += raised(textIn(element));
  else if (name === "table") {
    close(flow);
    for (const part of elementsOf(element))
      if (part.tagName === "caption" && !isHidden(part)) flow.pieces.push(...piecesIn(part, tree, depth));
    flow.pieces.push(...rowPieces(rowsOf(element, tree, depth), false));
  } else if (/^h[1-6]$/.test(name)) readBlock(element, flow, tree, depth, { level: Number(name[1]) });
  else if (name === "li" && isNote(element)) {
    close(flow);
    const [first, ...others] = piecesIn(element, tree, depth);
    if (first !== undefined)
      flow.pieces.push({ ...first, mark: tree.labelOf(element).slice(0, -1) }, ...others);
  } else if (name === "li") readBlock(element, flow, tree, depth, { label: tree.labelOf(element) });
  else if (name === "pre") readBlock(element, flow, tree, depth, { keepsLines: true });
  else if (BLOCKS.has(name)) readBlock(element, flow, tree, depth, {});
  else walkAll(element.childNodes, flow, tree, depth);
}

/** A block begins and ends a paragraph. A term's definition goes on in the term's paragraph. */
function readBlock(
  element: Element,
  flow: Flow,
  tree: Tree,
  depth: number,
  own: Partial<Pick<Flow, "label" | "level" | "keepsLines">>,
): void {
  const isDefinition = element.tagName === "dd" && flow.open.trim() !== "";
  if (isDefinition) flow.open = /[.:;?!]\s*$/.test(flow.open) ? `${flow.open} ` : `${flow.open.trimEnd()}: `;
  else close(flow);
  const before = { level: flow.level, keepsLines: flow.keepsLines };
  Object.assign(flow, own);
  walkAll(element.childNodes, flow, tree, depth);
  if (element.tagName === "dt") return;
  close(flow);
  // an empty item has no text to label
  if (own.label !== undefined) flow.label = "";
  Object.assign(flow, before);
}

function rowsOf(table: Element, tree: Tree, depth: number): Row[] {
  const rows: Row[] = [];
  /** Cells from above that go on, by column: how many rows are left, and over how many columns. */
  const open = new Map<number, { left: number; span: number }>();
  let part: Element | null = null;
  for (const { row, isHead } of rowsIn(table)) {
    // no cell goes on beyond its part of the table
    if (row.parentNode !== part) open.clear();
    part = row.parentNode as Element;
    const cells: Cell[] = [];
    let column = 0;
    const goOn = () => {
      for (let from = open.get(column); from !== undefined; from = open.get(column)) {
        cells.push({ ...emptyCell(from.span), down: "goes on" });
        if (from.left > 1) open.set(column, { ...from, left: from.left - 1 });
        else open.delete(column);
        column += from.span;
      }
    };
    const inRow = elementsOf(row).filter(({ tagName }) => tagName === "td" || tagName === "th");
    for (const cell of inRow) {
      goOn();
      const span = spanOf(cell, "colspan", 64);
      const down = spanOf(cell, "rowspan", 1_000);
      const pieces = isHidden(cell) ? [] : piecesIn(cell, tree, depth);
      if (down > 1) open.set(column, { left: down - 1, span });
      cells.push({ span, down: down > 1 ? "begins" : null, pieces });
      column += span;
    }
    goOn();
    rows.push({
      header: isHead || (inRow.length > 1 && inRow.every(({ tagName }) => tagName === "th")),
      cells,
    });
  }
  return rows;
}

/** The pieces of a part of the page by itself. */
function piecesIn(element: Element, tree: Tree, depth: number): BodyPiece[] {
  const pieces: BodyPiece[] = [];
  const flow = newFlow(pieces);
  walkAll(element.childNodes, flow, tree, depth + 1);
  close(flow);
  return pieces;
}

/** The rows of a table, without those of tables in its cells. */
function rowsIn(table: Element): { row: Element; isHead: boolean }[] {
  return elementsOf(table).flatMap((part) =>
    part.tagName === "tr"
      ? [{ row: part, isHead: false }]
      : /^t(?:head|body|foot)$/.test(part.tagName)
        ? elementsOf(part)
            .filter(({ tagName }) => tagName === "tr")
            .map((row) => ({ row, isHead: part.tagName === "thead" }))
        : [],
  );
}

function spanOf(cell: Element, name: string, most: number): number {
  const span = Number.parseInt(attributeOf(cell, name) ?? "1", 10);
  // 0 rows: all that follow in its part of the table
  if (span === 0 && name === "rowspan") return most;
  return Number.isFinite(span) ? Math.min(Math.max(span, 1), most) : 1;
}

function isHidden(element: Element): boolean {
  if (attributeOf(element, "hidden") !== undefined) return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i.test(
    attributeOf(element, "style") ?? "",
  );
}

/** An item of the notes that Markdown puts at the end. */
function isNote({ parentNode: list }: Element): boolean {
  const section = list !== null && "parentNode" in list ? list.parentNode : null;
  return section !== null && "attrs" in section && attributeOf(section, "data-footnotes") !== undefined;
}

/** The heading above the notes, and the arrow back from each. */
const isMarkdownAid = (element: Element): boolean =>
  attributeOf(element, "data-footnote-backref") !== undefined ||
  attributeOf(element, "id") === "footnote-label";

function fieldText(field: Element): string {
  const type = (attributeOf(field, "type") ?? "text").toLowerCase();
  if (type === "checkbox" || type === "radio")
    return attributeOf(field, "checked") === undefined ? " ☐ " : " ☒ ";
  if (type === "image") return pictureText(field);
  return /^(?:text|number|date|email|tel|url)$/.test(type) ? ` ${attributeOf(field, "value") ?? ""} ` : "";
}

/** The chosen entries of a list; a closed one without any shows its first. */
function chosenIn(list: Element): string {
  const options = elementsOf(list).flatMap((part) =>
    part.tagName === "optgroup" ? elementsOf(part) : [part],
  );
  const chosen = options.filter((option) => attributeOf(option, "selected") !== undefined);
  const isOpen = attributeOf(list, "multiple") !== undefined || Number(attributeOf(list, "size") ?? 1) > 1;
  const shown = chosen.length === 0 && !isOpen ? options.slice(0, 1) : chosen.slice(isOpen ? 0 : -1);
  // an entry without a value asks for one
  const texts = shown
    .filter((option) => attributeOf(option, "value") !== "")
    .map((one) => textIn(one).trim());
  return texts.length === 0 ? "" : ` ${texts.join(", ")} `;
}

/** What a page shows where the picture is missing. The name of a file says nothing, and is no word of the page. */
function pictureText(picture: Element): string {
  const text = (attributeOf(picture, "alt") ?? "").replace(/\s+/g, " ").trim();
  return text === "" || /^\S+\.(?:png|jpe?g|gif|svg|webp|bmp)$/i.test(text) ? "" : ` ${text} `;
}

const hasText = (node: Node) => /\S/.test(textIn(node));

function titleIn(head: Element): string | null {
  const title = elementsOf(head).find(({ tagName }) => tagName === "title");
  const text = title === undefined ? "" : textIn(title).replace(/\s+/g, " ").trim();
  return text === "" ? null : text;
}
