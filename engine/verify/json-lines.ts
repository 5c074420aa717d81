import { missingLabel } from "./partial.ts";

const begin = /^\s{0,20}(?:```(?:json)?\s{0,5})?[[{]/;
const field =
  /"(text|sentence|passages?|sources?|quote|condition|notAnswered)"\s{0,5}:\s{0,5}("(?:[^"\\]|\\.)*"|\[[\d\s,]{0,80}\]|\d{1,3}|null)/g;

/**
 * The lines (copied-words.ts) of an answer that a model wrote as JSON: objects with `text`, `passages`, `quote` and `condition`;
 * null if it is no JSON. A reply that was cut is read up to its last whole field.
 */
export function linesOfJson(answer: string): string | null {
  if (!begin.test(answer)) return null;
  const lines: string[] = [];
  for (const [, name = "", written = ""] of answer.matchAll(field)) {
    const value = valueOf(written);
    if (value === null || value === "") continue;
    if (name === "text" || name === "sentence") lines.push(String(value));
    else if (name === "notAnswered") lines.push(`${missingLabel} ${String(value)}`);
    else if (name === "quote" || name === "condition")
      lines.push(`> ${name === "condition" ? "if: " : ""}${String(value).replace(/\n/g, " ")}`);
    else if (lines.length > 0)
      lines[lines.length - 1] += ` ${[value]
        .flat()
        .map((rank) => `[${String(rank)}]`)
        .join("")}`;
  }
  return lines.length === 0 ? null : lines.join("\n");
}

function valueOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}
