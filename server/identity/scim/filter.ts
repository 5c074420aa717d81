import { readPath, unquoted } from "./attribute-path.ts";
import { refused } from "./refused.ts";

/** An attribute, or a sub-attribute, that equals a value: `username`, `emails.value`, `members.value`. */
export type Comparison = { attribute: string; value: string };

/** More than a directory uses; the contract limits the text itself. */
const mostComparisons = 10;

const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const word = String.raw`[a-z$][\w.:$-]*`;
const part = new RegExp(
  String.raw`^(${word}(?:\[\s*[a-z]\w*\s+eq\s+(?:${quoted}|true|false)\s*\](?:\.[a-z$]\w*)?)?)(?:\s+eq\s+(${quoted}|true|false|\d+))?(?:\s+and\s+|\s*$)`,
  "i",
);

/**
 * The comparisons of a filter, all of which must match. Directories use `eq` and `and`; everything else is refused
 * rather than half understood.
 * @throws AppError invalid with `invalidFilter`
 */
export function readFilter(text: string | undefined): Comparison[] {
  if (text === undefined || text.trim() === "") return [];
  const comparisons: Comparison[] = [];
  for (let rest = text.trim(); rest !== "";) {
    const [whole = "", path = "", value] = part.exec(rest) ?? [];
    const comparison = whole === "" ? null : comparisonOf(path, value);
    if (comparison === null || comparisons.length === mostComparisons) throw notUnderstood();
    comparisons.push(comparison);
    rest = rest.slice(whole.length);
    // an `and` at the end
    if (rest === "" && /\sand\s+$/i.test(whole)) throw notUnderstood();
  }
  return comparisons;
}

function comparisonOf(text: string, value: string | undefined): Comparison | null {
  const path = readPath(text);
  if (path === null) return null;
  const { attribute, where, sub } = path;
  // members[value eq "2"]
  if (value === undefined)
    return where === null || sub !== null
      ? null
      : { attribute: `${attribute}.${where.attribute}`, value: where.value };
  // emails[type eq "work"].value eq "…": there is one address, the work address
  if (where !== null && !(attribute === "emails" && isTheAddress(where))) return null;
  return { attribute: sub === null ? attribute : `${attribute}.${sub}`, value: unquoted(value) };
}

/** Whether a condition on an address names the only one stored. */
export function isTheAddress(where: { attribute: string; value: string }): boolean {
  return (
    (where.attribute === "type" && where.value.toLowerCase() === "work") ||
    (where.attribute === "primary" && where.value.toLowerCase() === "true")
  );
}

function notUnderstood() {
  return refused(
    "invalidFilter",
    'This filter is not supported. Compare with eq and join with and, such as: userName eq "ada@example.com".',
  );
}

export function notFilterable(attribute: string) {
  return refused("invalidFilter", `A filter can't use ${attribute.slice(0, 60)} here.`);
}
