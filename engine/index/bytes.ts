/** Writes unsigned integers (7 bits per byte, low first) and UTF-8 strings in sequence. */
export function createWriter() {
  let bytes = new Uint8Array(4096);
  let length = 0;
  const encoder = new TextEncoder();

  function reserve(more: number) {
    if (length + more <= bytes.length) return;
    const grown = new Uint8Array(Math.max(bytes.length * 2, length + more));
    grown.set(bytes);
    bytes = grown;
  }
  function integer(value: number) {
    reserve(5);
    let rest = value;
    while (rest > 127) {
      bytes[length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[length++] = rest;
  }
  function string(value: string) {
    const encoded = encoder.encode(value);
    integer(encoded.length);
    reserve(encoded.length);
    bytes.set(encoded, length);
    length += encoded.length;
  }
  function raw(values: readonly number[]) {
    reserve(values.length);
    bytes.set(values, length);
    length += values.length;
  }
  return { integer, string, raw, finish: () => bytes.slice(0, length) };
}

/** Reads the output of `createWriter`; throws a RangeError if the bytes end too early. */
export function createReader(bytes: Uint8Array, start: number) {
  let at = start;
  const decoder = new TextDecoder("utf-8", { fatal: true });

  function integer(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError("the bytes end in the middle of a number");
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError("a number is longer than 32 bits");
  }
  function string(): string {
    const length = integer();
    if (at + length > bytes.length) throw new RangeError("the bytes end in the middle of a word");
    at += length;
    return decoder.decode(bytes.subarray(at - length, at));
  }
  return { integer, string, ended: () => at === bytes.length };
}
