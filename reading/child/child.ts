/**
 * The extraction child: one request on stdin, one outcome on stdout, then exit. It never serves a second file. A spare
 * child waits here with PDFium already started until its file comes; if the parent dies instead, stdin closes without a
 * request and the child exits. Splitting, tagging and indexing also run here: their cost on a hostile text is bounded with
 * the rest, and the server's event loop stays free.
 */
import { prepare, toRows } from "#reading/prepare.ts";
import { extractBytes } from "#reading/extract/extract.ts";
import { readInput, writeOutput, writeProgress } from "./pipes.ts";
import { warmUp } from "./warm-up.ts";
import { decodeRequest, encodeAnswer } from "./wire.ts";

if (process.argv.includes("--warm")) await warmUp();

// This byte tells the parent that the child has started: any later failure is due to the file.
writeOutput(Buffer.from("\n"));
const request = decodeRequest(readInput());
if (request === null) process.exit(0);
const peakBytes = () => process.resourceUsage().maxRSS * 1024;
if (typeof request.wanted === "object") {
  const { workOnQuestionnaire } = await import("#reading/questionnaire/questionnaire.ts");
  const done = await workOnQuestionnaire(request.bytes, request.name, request.wanted.questionnaire);
  const file = done.ok ? done.file : null;
  const outcome = done.ok ? { ok: true, layout: done.layout } : done;
  writeOutput(encodeAnswer({ outcome, peakBytes: peakBytes() }, file === null ? [] : [file]));
  process.exit(0);
}
const outcome = await extractBytes(request.bytes, request.name, request.recognized, writeProgress);
if (!outcome.ok) writeOutput(encodeAnswer({ outcome, peakBytes: peakBytes() }, []));
else {
  const prepared = prepare(outcome.extraction, request.name);
  const { passages, tags, segment } = prepared;
  if (request.wanted === "extraction")
    writeOutput(encodeAnswer({ outcome, prepared: { passages, tags }, peakBytes: peakBytes() }, [segment]));
  else {
    const { head, parts } = toRows(outcome.extraction, prepared);
    writeOutput(encodeAnswer({ outcome: { ok: true, reading: head }, peakBytes: peakBytes() }, parts));
  }
}
process.exit(0);
