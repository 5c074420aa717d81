const LENGTH_BYTES = 4;
const MAX_NAME_CHARACTERS = 500;

/** A request is the length of the name (4 bytes), the name, and the file's bytes up to the end of the stream. */
export function encodeName(name: string): Buffer {
  const text = Buffer.from(name.slice(0, MAX_NAME_CHARACTERS), "utf8");
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(text.length);
  return Buffer.concat([head, text]);
}

/** Null when the stream ended before a request came. */
export function decodeRequest(request: Buffer): { name: string; bytes: Uint8Array } | null {
  if (request.length < LENGTH_BYTES) return null;
  const length = request.readUInt32BE(0);
  return {
    name: request.toString("utf8", LENGTH_BYTES, LENGTH_BYTES + length),
    bytes: request.subarray(LENGTH_BYTES + length),
  };
}
