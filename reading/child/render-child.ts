/**
 * Draws pages of one PDF for OCR, under the same limits as the extraction child. Stdin carries a request whose name is the
 * list of pages; stdout carries each picture after its page and its length (4 bytes each).
 */
import { renderPages } from "#reading/extract/pdf/render.ts";
import { readInput, writeOutput } from "./pipes.ts";
import { decodeRequest } from "./wire.ts";

const request = decodeRequest(readInput());
if (request === null) process.exit(0);
for await (const { page, picture } of renderPages(request.bytes, request.name.split(",").map(Number))) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(page, 0);
  head.writeUInt32BE(picture.length, 4);
  writeOutput(Buffer.concat([head, picture]));
}
process.exit(0);
