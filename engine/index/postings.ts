import { at, grown } from "#engine/arrays.ts";

// A posting is one unsigned number: 24 bits of passage slot, 5 of occurrences in the text, 3 in the section.
export const MAX_SLOTS = 1 << 24;
const TEXT_MAX = 31;
const SECTION_MAX = 7;

export function packPosting(slot: number, text: number, section: number): number {
  return ((slot << 8) | (Math.min(text, TEXT_MAX) << 3) | Math.min(section, SECTION_MAX)) >>> 0;
}
export const slotOf = (posting: number) => posting >>> 8;
export const textCount = (posting: number) => (posting >>> 3) & TEXT_MAX;
export const sectionCount = (posting: number) => posting & SECTION_MAX;

// Slices of one term double in size up to 256 entries: rare terms (most of a vocabulary) waste one number, and common
// ones are read in long runs. The last entry of a slice is the address of the next.
const FIRST_SLICE = 2;
const LAST_SLICE = 256;
const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;

export type Postings = ReturnType<typeof createPostings>;

/** Posting lists by term in one pool of numbers. The pool only grows, is never copied, and holds no object per term. */
export function createPostings() {
  const blocks: Uint32Array[] = [];
  let used = BLOCK; // of the last block
  let heads: Uint32Array = new Uint32Array(0);
  let tails: Uint32Array = new Uint32Array(0); // address of the next free entry
  let room: Uint32Array = new Uint32Array(0); // entries left in the last slice, its link included
  let counts: Uint32Array = new Uint32Array(0);
  let bytes = 0;

  const blockOf = (address: number) => blocks[address >>> BLOCK_BITS] ?? new Uint32Array(0);
  const read = (address: number) => at(blockOf(address), address & (BLOCK - 1));
  const write = (address: number, value: number) => {
    blockOf(address)[address & (BLOCK - 1)] = value;
  };

  function allocate(size: number): number {
    let block = blocks.at(-1);
    if (used + size > BLOCK || block === undefined) {
      block = new Uint32Array(blocks.length === 0 ? 1024 : BLOCK);
      blocks.push(block);
      used = 0;
      bytes += block.byteLength;
    } else if (used + size > block.length) {
      // Only the first block grows, so that a small theme doesn't pay for a large one.
      const larger = new Uint32Array(Math.min(BLOCK, block.length * 2));
      larger.set(block);
      blocks[blocks.length - 1] = larger;
      bytes += larger.byteLength - block.byteLength;
    }
    used += size;
    return (blocks.length - 1) * BLOCK + used - size;
  }

  function append(term: number, posting: number) {
    heads = grown(heads, term + 1);
    tails = grown(tails, term + 1);
    room = grown(room, term + 1);
    counts = grown(counts, term + 1);
    const count = at(counts, term);
    if (count === 0) {
      heads[term] = tails[term] = allocate(FIRST_SLICE);
      room[term] = FIRST_SLICE;
    } else if (at(room, term) === 1) {
      const size = sliceAfter(count);
      const slice = allocate(size);
      write(at(tails, term), slice);
      tails[term] = slice;
      room[term] = size;
    }
    const address = at(tails, term);
    write(address, posting);
    tails[term] = address + 1;
    room[term] = at(room, term) - 1;
    counts[term] = count + 1;
  }

  /** Copies the postings of a term, oldest first, to the start of `into` and returns how many there are. */
  function readAll(term: number, into: Uint32Array): number {
    const count = term < counts.length ? at(counts, term) : 0;
    if (count === 0) return 0;
    let address = at(heads, term);
    let copied = 0;
    for (let size = FIRST_SLICE; ; size = Math.min(LAST_SLICE, size * 2)) {
      const take = Math.min(size - 1, count - copied);
      const start = address & (BLOCK - 1);
      into.set(blockOf(address).subarray(start, start + take), copied);
      copied += take;
      if (copied === count) return count;
      address = read(address + size - 1);
    }
  }

  return {
    append,
    readAll,
    count: (term: number) => (term < counts.length ? at(counts, term) : 0),
    bytes: () => bytes + heads.byteLength + tails.byteLength + room.byteLength + counts.byteLength,
  };
}

/** Size of the slice that follows once `count` postings have filled all earlier ones (1 + 3 + 7 + … entries). */
function sliceAfter(count: number): number {
  let filled = 0;
  let size = FIRST_SLICE;
  while (filled < count) {
    filled += size - 1;
    size = Math.min(LAST_SLICE, size * 2);
  }
  return size;
}
