/**
 * The parameters of an address as plain text: `?q=662380e2` names these eight characters and no number. The router's
 * own reading would turn them into 66238000. A parameter given twice counts once, by its first value.
 */
export function parseSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search))
    if (!Object.hasOwn(values, name)) values[name] = quotedIn(value) ?? value;
  return values;
}

/** The opposite of `parseSearch`: with a question mark, or empty; `undefined` and `null` are left out. */
export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    search.set(name, quotedIn(text) === null ? text : JSON.stringify(text));
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** The text between the quotation marks that links had until version 0.1, or null. */
function quotedIn(value: string): string | null {
  if (!value.startsWith('"') || !value.endsWith('"')) return null;
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === "string" ? read : null;
  } catch {
    return null;
  }
}
