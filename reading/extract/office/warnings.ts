import type { Warning } from "../extraction.ts";
import { refersOutside } from "./relations.ts";
import type { Zip } from "./zip.ts";

/** Whether the file has a part for comments; Word writes one even if there are none. */
export const hasCommentPart = (zip: Zip) =>
  zip.names.some((name) => /\/comments\d*\.xml$|\/(?:threaded)?comments\/./i.test(name));

/**
 * Warnings about the parts of an Office file that were not read. `readsDiagrams`: the words in them were; `described`: the
 * number of pictures and drawings with a description.
 */
export async function partWarnings(
  zip: Zip,
  { hasComments = hasCommentPart(zip), readsDiagrams = false, described = 0 } = {},
): Promise<Warning[]> {
  const has = (pattern: RegExp) => zip.names.some((name) => pattern.test(name));
  return [
    ...zip.unread.map((name): Warning => ({
      code: "part_not_read",
      message: `The part ${name} of this file is damaged and was not read; labels, notes or headings may be missing.`,
    })),
    ...(hasComments ? [COMMENTS_UNREAD] : []),
    ...((await refersOutside(zip)) ? [OUTSIDE_UNREAD] : []),
    ...(has(/embeddings\/./) ? [EMBEDDED] : []),
    ...(has(readsDiagrams ? /\/charts\/./ : /\/(?:charts|diagrams)\/./) ? [CHARTS] : []),
    ...(described > 0 ? [descriptionsUnread(described)] : []),
    ...(has(/vbaProject\.bin$/i) ? [MACROS] : []),
  ];
}

export const COMMENTS_UNREAD: Warning = {
  code: "part_not_read",
  message: "Comments in the margin were not read.",
};

const OUTSIDE_UNREAD: Warning = {
  code: "outside_references",
  message:
    "This file refers to pictures, data or a template on another computer. Nothing was fetched; Office may fetch it when somebody opens the original.",
};

const EMBEDDED: Warning = {
  code: "embedded_files",
  message: "Files embedded in this document were not read.",
};
const CHARTS: Warning = {
  code: "part_not_read",
  message: "Words inside charts and diagrams were not read.",
};

/** Programs write many of them by themselves, so they are no words of the document. */
const descriptionsUnread = (count: number): Warning => ({
  code: "part_not_read",
  message: `${count === 1 ? "The description (alternative text) of 1 picture was" : `The descriptions (alternative texts) of ${count} pictures were`} not read. Write what states rules into the text.`,
});

export const MACROS: Warning = { code: "macros", message: "This file contains macros. They are never run." };
