/**
 * The extraction child: one request on stdin, one outcome on stdout, then it ends. It never serves a second file.
 * A spare child waits here, with PDFium already started, until its file comes; when the parent dies instead, stdin
 * ends without a request and so does the child.
 */
import { extractBytes } from "./extract.ts";
import { warmUp } from "./warm-up.ts";
import { decodeRequest } from "./wire.ts";

if (process.argv.includes("--warm")) await warmUp();

// Tells the parent that it started: what fails from here on is the file's doing.
process.stdout.write("\n");
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const request = decodeRequest(Buffer.concat(chunks));
if (request === null) process.exit(0);
const outcome = await extractBytes(request.bytes, request.name);
const answer = JSON.stringify({ outcome, peakBytes: process.resourceUsage().maxRSS * 1024 });
// The pipe takes it piece by piece; ending before it is drained would cut the answer.
process.stdout.end(answer, () => process.exit(0));
