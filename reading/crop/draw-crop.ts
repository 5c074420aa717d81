import { startChild } from "#reading/child/child-process.ts";
import { encodeHead } from "#reading/child/wire.ts";

/** A page takes 0.3 s including its process (measured); a page that takes this long is hostile. */
const LONGEST_MS = 15_000;
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;
const POLL_MS = 100;
/** Pictures of dense pages have 150 kB. */
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** Further words are below the picture's edge; a request's name is limited to 2,000 characters. */
const MOST_WORDS = 1_500;

/**
 * A PNG of the part of a PDF page around words, drawn in a process of its own under the limits of the extraction child;
 * null if the page can't be drawn, lacks the words, or exceeds a limit.
 * @param pageIndex position of the page, from 0
 */
export async function drawCrop(bytes: Uint8Array, pageIndex: number, words: string): Promise<Buffer | null> {
  const child = startChild(false, [], "crop-child.ts");
  const clock = setTimeout(child.kill, LONGEST_MS);
  const poll = setInterval(() => {
    if ((child.resident() ?? 0) > MAX_RESIDENT_BYTES) child.kill();
  }, POLL_MS);
  try {
    const { stdin, stdout } = child.process;
    if (stdin === null || stdout === null) return null;
    stdin.write(encodeHead(`${pageIndex} ${words.replace(/\s+/g, " ").slice(0, MOST_WORDS)}`));
    stdin.end(bytes);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_PICTURE_BYTES) return null;
      chunks.push(chunk);
    }
    const picture = Buffer.concat(chunks);
    return picture.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) ? picture : null;
  } finally {
    clearTimeout(clock);
    clearInterval(poll);
    child.kill();
  }
}
