import type { Recognized } from "#reading/extract/recognized.ts";
import type { QuestionnaireTask } from "#reading/questionnaire/layout.ts";

const LENGTH_BYTES = 4;
/** A child's first output, once started. */
const START_BYTES = 1;
/** Of a file's name, or of the words to find on a page. */
const MAX_NAME_CHARACTERS = 2_000;

/**
 * `rows`: ready for the database; `extraction`: the full result, for tests and measurements; otherwise the questions of a
 * questionnaire, or the file with its answers.
 */
export type Wanted = "rows" | "extraction" | { questionnaire: QuestionnaireTask };
/** `recognized`: OCR results for pages without text. */
type Head = { name: string; recognized: Recognized; wanted: Wanted };

/**
 * A request is the length of its head (4 bytes), the head as JSON, and the file's bytes up to the end of the stream.
 */
export function encodeHead(
  name: string,
  { recognized = {}, wanted = "extraction" }: Partial<Omit<Head, "name">> = {},
): Buffer {
  const head: Head = { name: name.slice(0, MAX_NAME_CHARACTERS), recognized, wanted };
  return framed(Buffer.from(JSON.stringify(head), "utf8"));
}

/** Null if the stream ended before a request came. */
export function decodeRequest(request: Buffer): (Head & { bytes: Uint8Array }) | null {
  if (request.length < LENGTH_BYTES) return null;
  const length = request.readUInt32BE(0);
  // written by `encodeHead` in the same program
  const head = JSON.parse(request.toString("utf8", LENGTH_BYTES, LENGTH_BYTES + length)) as Head;
  return { ...head, bytes: request.subarray(LENGTH_BYTES + length) };
}

/** An answer is its JSON and its binary parts, each after its length (4 bytes). */
export function encodeAnswer(answer: unknown, parts: Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from(JSON.stringify(answer), "utf8"), ...parts].map(framed));
}

/** Null if it was cut off: the child ended during the write. @throws SyntaxError */
export function decodeAnswer(written: Buffer): { answer: unknown; parts: Buffer[] } | null {
  const parts: Buffer[] = [];
  for (let at = START_BYTES; at < written.length;) {
    if (written.length < at + LENGTH_BYTES) return null;
    const end = at + LENGTH_BYTES + written.readUInt32BE(at);
    if (written.length < end) return null;
    parts.push(written.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  const [json, ...rest] = parts;
  return json === undefined ? null : { answer: JSON.parse(json.toString("utf8")), parts: rest };
}

/** File descriptor for a child's progress: pairs of 16-bit numbers, the pages read and the page count. */
export const PROGRESS_DESCRIPTOR = 4;
const PROGRESS_BYTES = 4;

export function encodeProgress(read: number, all: number): Buffer {
  const written = Buffer.alloc(PROGRESS_BYTES);
  written.writeUInt16BE(read, 0);
  written.writeUInt16BE(all, 2);
  return written;
}

/** The last report; null if it isn't a page count. */
export function decodeProgress(written: Buffer): { read: number; all: number } | null {
  if (written.length === 0 || written.length % PROGRESS_BYTES !== 0) return null;
  const read = written.readUInt16BE(written.length - PROGRESS_BYTES);
  const all = written.readUInt16BE(written.length - 2);
  return read === 0 || read > all ? null : { read, all };
}

function framed(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(bytes.length);
  return Buffer.concat([head, bytes]);
}
