import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { parse } from "parse5";
import type { Extraction } from "../extraction.ts";
import { extractionOf } from "../from-pieces.ts";
import { decodeText } from "../plain/encoding.ts";
import { characterBudget } from "../reading.ts";
import { piecesOf, treeWarnings } from "./html.ts";
import { readTree } from "./tree.ts";

/** Settings before the text, as site generators write them: a date or a status says when, and whether, the text holds. */
const FRONT_MATTER = /^---[^\S\n]*\r?\n(?=\S+:)([^]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/;
const FENCE = "~".repeat(80);

/** Reads Markdown (.md) as GitHub shows it: with tables, task lists, struck-out text and footnotes. */
export async function readMarkdown(bytes: Uint8Array): Promise<Extraction> {
  const { text, warnings } = await decodeText(bytes);
  characterBudget()(text.length);
  const shown = text.replace(FRONT_MATTER, (_, settings: string) => `${FENCE}\n${settings}\n${FENCE}\n`);
  const page = micromark(shown, {
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
