/**
 * The value at an index known to exist; in strict mode typed arrays read as `number
 * undefined`.
 */
export function at(values: { readonly [index: number]: number }, index: number): number {
  return values[index] ?? 0;
}

/**
 * Returns the array itself if it holds `length` values, else a copy with room for half as many more, padded with zeros.
 */
export function grown(values: Uint32Array, length: number): Uint32Array {
  if (length <= values.length) return values;
  const larger = new Uint32Array(Math.max(16, length, Math.ceil(values.length * 1.5)));
  larger.set(values);
  return larger;
}
