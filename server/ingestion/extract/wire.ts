const LENGTH_BYTES = 4;
/** What a child writes when it has started. */
const START_BYTES = 1;
const MAX_NAME_CHARACTERS = 500;

/** `recognised` is what OCR read from pages without text, by page from 1; those pages then carry it. */
export type Recognised = Record<string, string>;

/** A request is the length of its head (4 bytes), the head as JSON, and the file's bytes up to the end of the stream. */
export function encodeHead(name: string, recognised: Recognised = {}): Buffer {
  const text = Buffer.from(JSON.stringify({ name: name.slice(0, MAX_NAME_CHARACTERS), recognised }), "utf8");
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(text.length);
  return Buffer.concat([head, text]);
}

/** Null when the stream ended before a request came. */
export function decodeRequest(
  request: Buffer,
): { name: string; recognised: Recognised; bytes: Uint8Array } | null {
  if (request.length < LENGTH_BYTES) return null;
  const length = request.readUInt32BE(0);
  // written by `encodeHead`, in the same program
  const head = JSON.parse(request.toString("utf8", LENGTH_BYTES, LENGTH_BYTES + length)) as {
    name: string;
    recognised: Recognised;
  };
  return { ...head, bytes: request.subarray(LENGTH_BYTES + length) };
}

/** An answer is the length of its JSON (4 bytes), the JSON, and the bytes of the index segment. */
export function encodeAnswer(answer: unknown, segment: Uint8Array): Buffer {
  const text = Buffer.from(JSON.stringify(answer), "utf8");
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(text.length);
  return Buffer.concat([head, text, segment]);
}

/** Null when it was cut off: the child ended while it wrote. @throws SyntaxError */
export function decodeAnswer(written: Buffer): { answer: unknown; segment: Uint8Array } | null {
  if (written.length < START_BYTES + LENGTH_BYTES) return null;
  const from = START_BYTES + LENGTH_BYTES;
  const length = written.readUInt32BE(START_BYTES);
  if (written.length < from + length) return null;
  return {
    answer: JSON.parse(written.toString("utf8", from, from + length)),
    segment: written.subarray(from + length),
  };
}
