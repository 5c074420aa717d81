/**
 * The extraction child: one request on stdin, one outcome on stdout, then it ends. It never serves a second file.
 * A spare child waits here, with PDFium already started, until its file comes; when the parent dies instead, stdin
 * ends without a request and so does the child. Splitting, tagging and indexing are done here as well: what they cost on
 * a hostile text is bounded with the rest, and the server's event loop stays free.
 */
import { readFileSync, writeSync } from "node:fs";
import { prepare } from "../prepare.ts";
import { extractBytes } from "./extract.ts";
import { warmUp } from "./warm-up.ts";
import { decodeRequest, encodeAnswer } from "./wire.ts";

if (process.argv.includes("--warm")) await warmUp();

// Descriptors are read and written directly: streams would load the network's modules.
// This byte tells the parent that it started: what fails from here on is the file's doing.
writeSync(1, "\n");
const request = decodeRequest(readFileSync(0));
if (request === null) process.exit(0);
const outcome = await extractBytes(request.bytes, request.name, request.recognised);
const prepared = outcome.ok ? prepare(outcome.extraction, request.name) : null;
const answer = encodeAnswer(
  {
    outcome,
    prepared: prepared && { passages: prepared.passages, tags: prepared.tags },
    peakBytes: process.resourceUsage().maxRSS * 1024,
  },
  prepared?.segment ?? new Uint8Array(),
);
for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);
process.exit(0);
