/** A JSON value; keys with the value undefined are not allowed. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * The canonical text of a JSON value (RFC 8785, JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers
 * and strings as ECMAScript writes them, no spaces.
 * @throws TypeError for values without such a text: lone surrogates, numbers that aren't finite, undefined (RFC 8785,
 * 3.2.2)
 */
export function canonical(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as JSON`);
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} cannot be written as JSON`);
  // without a comparison function, sort() compares UTF-16 code units
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${quoted(key)}:${canonical(value[key] as Json)}`);
  return `{${members.join(",")}}`;
}

function quoted(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("a lone surrogate cannot be written as JSON");
  return JSON.stringify(text);
}
