import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { createYieldToEventLoop } from "#engine/yield-to-event-loop.ts";
import { jsonPieces } from "./json-pieces.ts";
import { handedOver } from "./route.ts";
import type { HandedOver } from "./route.ts";

/** Sends JSON of megabytes, which would block everyone if it were written in one go. */
export function sendLarge(reply: FastifyReply, value: object): HandedOver {
  reply.header("content-type", "application/json; charset=utf-8");
  reply.send(Readable.from(paced(jsonPieces(value)), { objectMode: false }));
  return handedOver;
}

/** Characters sent at once: each write has its own buffer, and most pieces are a comma or a name. */
const sentAtOnce = 65_536;

/** A fast reader takes chunk after chunk; other calls get their turn in between. */
async function* paced(pieces: Iterable<string>): AsyncGenerator<string, void, void> {
  // the socket's own buffering comes on top
  const breathe = createYieldToEventLoop(2);
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < sentAtOnce) continue;
    yield chunk;
    chunk = "";
    await breathe();
  }
  yield chunk;
}

/** Sends a file or export as an attachment that no browser runs. */
export function sendFile(
  reply: FastifyReply,
  file: { name: string; type: string; size?: number; body: Readable | AsyncIterable<string> },
): HandedOver {
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  reply
    .header("content-type", file.type)
    .header(
      "content-disposition",
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header("content-security-policy", "sandbox; default-src 'none'");
  if (file.size !== undefined) reply.header("content-length", file.size);
  reply.send(Readable.from(file.body));
  return handedOver;
}
