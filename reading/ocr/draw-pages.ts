import { startChild } from "#reading/child/child-process.ts";
import { encodeHead } from "#reading/child/wire.ts";

/** Drawing ten pages takes two seconds; a page that never finishes is hostile. */
const LONGEST_MS = 60_000;
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;
const POLL_MS = 100;
const HEAD_BYTES = 8;

/**
 * Pictures (PGM) of pages of a PDF, drawn in a process of its own under the limits of the extraction child. Pages that
 * can't be drawn are skipped; a process that ends early ends the list.
 */
export async function* drawPages(
  bytes: Uint8Array,
  pages: number[],
): AsyncGenerator<{ page: number; picture: Buffer }> {
  const child = startChild(false, [], "render-child.ts");
  const clock = setTimeout(child.kill, LONGEST_MS + pages.length * LONGEST_MS);
  const poll = setInterval(() => {
    if ((child.resident() ?? 0) > MAX_RESIDENT_BYTES) child.kill();
  }, POLL_MS);
  try {
    const { stdin, stdout } = child.process;
    if (stdin === null || stdout === null) return;
    stdin.write(encodeHead(pages.join(",")));
    stdin.end(bytes);
    let waiting: Buffer[] = [];
    let size = 0;
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      size += chunk.length;
      const wanted = lengthOf(waiting);
      if (wanted === null || size < wanted) continue;
      let all = Buffer.concat(waiting);
      for (let next = lengthOf([all]); next !== null && all.length >= next; next = lengthOf([all])) {
        yield { page: all.readUInt32BE(0), picture: all.subarray(HEAD_BYTES, next) };
        all = all.subarray(next);
      }
      waiting = [all];
      size = all.length;
    }
  } finally {
    clearTimeout(clock);
    clearInterval(poll);
    child.kill();
  }
}

/** Bytes of the first picture including its head; null until the whole head has arrived. */
function lengthOf(waiting: Buffer[]): number | null {
  let head = Buffer.alloc(0);
  for (const part of waiting) {
    head = Buffer.concat([head, part.subarray(0, HEAD_BYTES)]);
    if (head.length >= HEAD_BYTES) return HEAD_BYTES + head.readUInt32BE(4);
  }
  return null;
}
