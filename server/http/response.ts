import { Readable } from "node:stream";
import { createYieldToEventLoop } from "#engine/yield-to-event-loop.ts";
import { jsonPieces } from "./json-pieces.ts";

/** A verb's response that is not the JSON of its output; the binder writes it. */
export class RawResponse {
  readonly body: Readable | string | null;
  readonly headers: Record<string, string>;
  /** If it is not that of the endpoint. */
  readonly status: number | undefined;

  constructor(body: Readable | string | null, headers: Record<string, string> = {}, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** The JSON of a verb's output, with headers of its own; `status` if it is not that of the endpoint. */
export class WithHeaders<Output> {
  readonly output: Output;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(output: Output, headers: Record<string, string>, status?: number) {
    this.output = output;
    this.headers = headers;
    this.status = status;
  }
}

/**
 * The specification's plain array, or `{ rows, total }` if a page was requested. The array ends at its limit, so a header
 * says how many rows there are.
 */
export function listResponse<Row>(
  request: { page?: number },
  rows: Row[],
  total: number,
): WithHeaders<Row[] | { rows: Row[]; total: number }> {
  return request.page === undefined
    ? new WithHeaders(rows, { "x-total-count": String(total) })
    : new WithHeaders({ rows, total }, {});
}

export const noContent = () => new RawResponse(null, {}, 204);

/** With a GET, also after a posted form. */
export const redirectTo = (location: string) => new RawResponse(null, { location }, 303);

/** Server-sent events; proxies must not buffer them. */
export function eventsResponse(body: Readable): RawResponse {
  return new RawResponse(body, {
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
  });
}

/** JSON of megabytes, which would block everyone if it were written in one go. */
export function largeJson(value: object): RawResponse {
  return new RawResponse(Readable.from(paced(jsonPieces(value)), { objectMode: false }), {
    "content-type": "application/json; charset=utf-8",
  });
}

/** Characters sent at once: each write has its own buffer, and most pieces are a comma or a name. */
const sentAtOnce = 65_536;

/** A fast reader takes chunk after chunk; other calls get their turn in between. */
async function* paced(pieces: Iterable<string>): AsyncGenerator<string, void, void> {
  // the socket's own buffering comes on top
  const yieldToEventLoop = createYieldToEventLoop(2);
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < sentAtOnce) continue;
    yield chunk;
    chunk = "";
    await yieldToEventLoop();
  }
  yield chunk;
}

/** A file or export as an attachment that no browser runs. */
export function fileResponse(file: {
  name: string;
  type: string;
  size?: number;
  body: Readable | AsyncIterable<string>;
}): RawResponse {
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  return new RawResponse(Readable.from(file.body), {
    "content-type": file.type,
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    "content-security-policy": "sandbox; default-src 'none'",
    ...(file.size === undefined ? {} : { "content-length": String(file.size) }),
  });
}
