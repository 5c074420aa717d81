import { createBreath } from "#server/platform/breath.ts";

/** Vectors of one document: `passages` rows of `dimensions` 32-bit floats, each of unit length. */
export type VectorBlock = { dimensions: number; vectors: Float32Array };

/** A passage near to a question; `similarity` is the cosine, -1 to 1. */
export type Neighbour = { document: number; passage: number; similarity: number };

/** To unit length, one after the other, as bytes for storage (little endian). */
export function packVectors(vectors: readonly (readonly number[])[]): Buffer {
  const dimensions = vectors[0]?.length ?? 0;
  const packed = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => packed.set(unit(vector), row * dimensions));
  const bytes = Buffer.from(packed.buffer);
  return isLittleEndian() ? bytes : bytes.swap32();
}

/** @throws RangeError when the bytes hold no whole rows */
export function unpackVectors(bytes: Uint8Array, dimensions: number): VectorBlock {
  if (dimensions < 1 || bytes.byteLength % (dimensions * 4) !== 0)
    throw new RangeError("These vectors are damaged: embed the document again.");
  const copy = Buffer.from(bytes);
  if (!isLittleEndian()) copy.swap32();
  const vectors = new Float32Array(copy.buffer.slice(copy.byteOffset, copy.byteOffset + copy.byteLength));
  return { dimensions, vectors };
}

type NearestOptions = { limit: number; documents?: ReadonlySet<number> | undefined };

/** The vectors of one theme's documents, searched exactly. */
export function createVectorIndex() {
  const blocks = new Map<number, VectorBlock>();
  let bytes = 0;

  /**
   * The nearest passages, best first. Blocks of another length than the question's vector (of an earlier model) are
   * passed over. Gives the event loop its turn every few milliseconds.
   */
  async function nearest(
    question: readonly number[],
    { limit, documents }: NearestOptions,
  ): Promise<Neighbour[]> {
    const asked = unit(question);
    let best: Neighbour[] = [];
    const breathe = createBreath();
    for (const [document, { dimensions, vectors }] of blocks) {
      if (dimensions !== asked.length || (documents && !documents.has(document))) continue;
      for (let passage = 0; passage * dimensions < vectors.length; passage++) {
        const similarity = dot(asked, vectors, passage * dimensions);
        best.push({ document, passage, similarity });
        if (best.length >= limit * 8) best = top(best, limit);
        if (passage % 256 === 255) await breathe();
      }
    }
    return top(best, limit);
  }

  return {
    *addInSteps(document: number, block: VectorBlock): Generator<void, void, void> {
      blocks.set(document, block);
      bytes += block.vectors.byteLength;
      yield;
    },
    *removeInSteps(document: number): Generator<void, void, void> {
      bytes -= blocks.get(document)?.vectors.byteLength ?? 0;
      blocks.delete(document);
      yield;
    },
    nearest,
    get documents() {
      return blocks.size;
    },
    get bytes() {
      return bytes;
    },
    waste: 0,
  };
}

function top(all: Neighbour[], limit: number): Neighbour[] {
  return all
    .toSorted((a, b) => b.similarity - a.similarity || a.document - b.document || a.passage - b.passage)
    .slice(0, limit);
}

function dot(left: Float32Array, right: Float32Array, offset: number): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[offset + at] ?? 0);
  return sum;
}

function unit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

function isLittleEndian(): boolean {
  return new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
}
