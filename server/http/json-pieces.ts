/** Characters of a string written at once: far less than a millisecond. */
const longestPiece = 65_536;

/**
 * The JSON text of a value made of objects, arrays, strings, finite numbers, booleans and null, in pieces of limited
 * length. A generator's output is one string, so a long one need not be joined first.
 */
export function* jsonPieces(value: unknown): Generator<string, void, void> {
  if (typeof value === "string") yield* stringPieces([value]);
  else if (typeof value !== "object" || value === null) yield JSON.stringify(value);
  else if (Array.isArray(value)) {
    yield "[";
    for (const [place, item] of value.entries()) {
      if (place > 0) yield ",";
      yield* jsonPieces(item);
    }
    yield "]";
  } else if (Symbol.iterator in value) {
    yield* stringPieces(value as Iterable<string>);
  } else {
    let before = "{";
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* jsonPieces(item);
      before = ",";
    }
    yield before === "{" ? "{}" : "}";
  }
}

/** A surrogate pair cut in two is written as two escapes, which parse as one character again. */
function* stringPieces(parts: Iterable<string>): Generator<string, void, void> {
  yield '"';
  for (const part of parts)
    for (let from = 0; from < part.length; from += longestPiece)
      yield JSON.stringify(part.slice(from, from + longestPiece)).slice(1, -1);
  yield '"';
}
