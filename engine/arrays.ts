/** The value at a place known to exist; typed arrays read as `number | undefined` in strict types. */
export function at(values: { readonly [index: number]: number }, index: number): number {
  return values[index] ?? 0;
}

/** The same array when it holds `length` values, else a copy with room for half as many more, the rest zero. */
export function grown(values: Uint32Array, length: number): Uint32Array {
  if (length <= values.length) return values;
  const larger = new Uint32Array(Math.max(16, length, Math.ceil(values.length * 1.5)));
  larger.set(values);
  return larger;
}
