import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { parse } from "parse5";
import type { Extraction } from "../extraction.ts";
import { extractionOf } from "../from-pieces.ts";
import { decodeText } from "../plain/encoding.ts";
import { characterBudget } from "../reading.ts";
import { piecesOf, treeWarnings } from "./html.ts";
import { readTree } from "./tree.ts";

/** Settings before the text, as site generators write them. */
const FRONT_MATTER = /^---\r?\n[^]*?\r?\n---\r?\n/;

/** Reads Markdown (.md) as GitHub shows it: with tables, task lists, struck-out text and footnotes. */
export async function readMarkdown(bytes: Uint8Array): Promise<Extraction> {
  const { text, warnings } = await decodeText(bytes);
  characterBudget()(text.length);
  const page = micromark(text.replace(FRONT_MATTER, ""), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const tree = readTree(parse(page));
  return extractionOf({
    kind: "md",
    title: null,
    pieces: piecesOf(tree),
    warnings: [...warnings, ...treeWarnings(tree)],
  });
}
