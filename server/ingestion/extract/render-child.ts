/**
 * Draws pages of one PDF for OCR, under the same limits as the extraction child: a request whose name is the list of
 * pages comes on stdin; each picture goes out behind its page and its length (4 bytes each).
 */
import { readFileSync, writeSync } from "node:fs";
import { renderPages } from "./pdf-render.ts";
import { decodeRequest } from "./wire.ts";

const request = decodeRequest(readFileSync(0));
if (request === null) process.exit(0);
for await (const { page, picture } of renderPages(request.bytes, request.name.split(",").map(Number))) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(page, 0);
  head.writeUInt32BE(picture.length, 4);
  const frame = Buffer.concat([head, picture]);
  for (let written = 0; written < frame.length;) written += writeSync(1, frame, written);
}
process.exit(0);
