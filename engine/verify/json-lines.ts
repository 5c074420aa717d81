import { missingLabel } from "./partial.ts";

const begin = /^\s{0,20}(?:```(?:json)?\s{0,5})?(?:\{|\[\s{0,20}\{)\s{0,20}["}]/;
/** A name with its colon, a text, a number or the end of an object. */
const token = /("(?:[^"\\]|\\.)*")(\s{0,5}:)?|(\d{1,3})\b|(\})/g;

type Sentence = { text: string; marks: string; copies: string[] };

/** Whether a reply, or its beginning, is written as JSON. */
export const isJson = (reply: string): boolean => begin.test(reply);

/**
 * The lines (copied-words.ts) of an answer that a model wrote as JSON: objects with `text`, `passages`, `quote` and
 * `condition`, in any order; null if it is no JSON. A reply that was cut is read up to its last whole field, or with
 * `isGrowing` up to its last whole object.
 */
export function linesOfJson(answer: string, { isGrowing = false } = {}): string | null {
  if (!isJson(answer)) return null;
  const lines: string[] = [];
  let own: Sentence = { text: "", marks: "", copies: [] };
  let name = "";
  const close = () => {
    if (own.text !== "") lines.push(`${own.text}${own.marks && ` ${own.marks}`}`, ...own.copies);
    own = { text: "", marks: "", copies: [] };
  };
  for (const [, written = "", colon, number, end] of answer.matchAll(token)) {
    if (colon !== undefined) name = textIn(written);
    else if (end !== undefined) close();
    else if (number !== undefined) own.marks += /^(?:passage|source)s?$/.test(name) ? `[${number}]` : "";
    else if (name === "notAnswered") lines.push(`${missingLabel} ${textIn(written)}`);
    else if (name === "text" || name === "sentence") own.text = textIn(written);
    else if (name === "quote" || name === "condition")
      own.copies.push(`> ${name === "condition" ? "if: " : ""}${textIn(written)}`);
  }
  if (!isGrowing) close();
  return lines.join("\n");
}

function textIn(written: string): string {
  try {
    return String(JSON.parse(written)).replace(/\s*\n\s*/g, " ");
  } catch {
    // an escape that JSON does not know
    return written.slice(1, -1);
  }
}
