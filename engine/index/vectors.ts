import { toUnit } from "#engine/models/encoder.ts";
import { createYieldToEventLoop } from "#engine/yield-to-event-loop.ts";

/** Vectors of one document: `passages` rows of `dimensions` 32-bit floats, each of unit length. */
export type VectorBlock = { dimensions: number; vectors: Float32Array };

/** A passage of a document, counted from 0. */
export type PassageRef = { document: number; passage: number };

/**
 * A passage found by meaning. `similarity` is its cosine to the question, -1 to 1. Models differ in their similarity scale,
 * so `above` gives the number of standard deviations above the mean of all searched passages.
 */
export type Neighbor = PassageRef & { similarity: number; above: number };

type Near = Omit<Neighbor, "above">;

/**
 * Passages compared with a question: all, or a part of a theme. `near` holds the nearest ones and those asked for; the sums
 * are over the similarities of all `count`.
 */
export type Compared = { near: Near[]; count: number; sum: number; squares: number };

/** The nearest passages of all parts, best first, followed by the others of `near` that are in `also`. */
export function nearestOf(
  parts: readonly Compared[],
  limit: number,
  also: readonly PassageRef[] = [],
): Neighbor[] {
  const total = (of: (part: Compared) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  const count = total((part) => part.count);
  const mean = total(({ sum }) => sum) / count;
  const deviation = Math.sqrt(Math.max(0, total(({ squares }) => squares) / count - mean * mean));
  const near = new Map(parts.flatMap((part) => part.near).map((one) => [nameOf(one), one]));
  const nearest = top([...near.values()], limit);
  for (const one of nearest) near.delete(nameOf(one));
  const others = also.flatMap((place) => near.get(nameOf(place)) ?? []);
  return [...nearest, ...others].map((one) => ({
    ...one,
    above: deviation > 1e-6 ? (one.similarity - mean) / deviation : 0,
  }));
}

const nameOf = ({ document, passage }: PassageRef) => `${document}/${passage}`;

/** Eight bits a number, in proportion to the vector: cosines hardly change. */
export function toBytes(vector: ArrayLike<number>): Int8Array {
  const values = Array.from(vector);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(values, (value) => Math.round((127 * value) / largest));
}

/** Normalizes vectors to unit length and concatenates them as bytes for storage (little endian). */
export function packVectors(vectors: readonly ArrayLike<number>[]): Buffer {
  const dimensions = vectors[0]?.length ?? 0;
  const packed = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => packed.set(unit(vector), row * dimensions));
  const bytes = Buffer.from(packed.buffer);
  return isLittleEndian() ? bytes : bytes.swap32();
}

/** @throws RangeError if the bytes don't contain whole rows */
export function unpackVectors(bytes: Uint8Array, dimensions: number): VectorBlock {
  if (dimensions < 1 || bytes.byteLength % (dimensions * 4) !== 0)
    throw new RangeError("These vectors are damaged: embed the document again.");
  const copy = Buffer.from(bytes);
  if (!isLittleEndian()) copy.swap32();
  const vectors = new Float32Array(copy.buffer.slice(copy.byteOffset, copy.byteOffset + copy.byteLength));
  return { dimensions, vectors };
}

type NearestOptions = {
  limit: number;
  documents?: ReadonlySet<number> | undefined;
  /** Passages to report whether near or not. */
  also?: readonly PassageRef[];
};

/** Vectors of one theme's documents, with exact search. */
export function createVectorIndex() {
  const blocks = new Map<number, VectorBlock>();
  let bytes = 0;

  /** Skips blocks whose dimension differs from the question's vector (from an earlier model). Yields to the event loop. */
  async function compare(
    question: ArrayLike<number>,
    { limit, documents, also = [] }: NearestOptions,
  ): Promise<Compared> {
    const asked = unit(question);
    let best: Near[] = [];
    let [count, sum, squares] = [0, 0, 0];
    const yieldToEventLoop = createYieldToEventLoop();
    for (const [document, { dimensions, vectors }] of blocks) {
      if (dimensions !== asked.length || (documents && !documents.has(document))) continue;
      for (let passage = 0; passage * dimensions < vectors.length; passage++) {
        const similarity = dot(asked, vectors, passage * dimensions);
        count++;
        sum += similarity;
        squares += similarity * similarity;
        best.push({ document, passage, similarity });
        if (best.length >= limit * 8) best = top(best, limit);
        if (passage % 256 === 255) await yieldToEventLoop();
      }
    }
    const others = also.flatMap((place) => {
      const similarity = similarityOf(asked, place);
      return similarity === null ? [] : [{ ...place, similarity }];
    });
    return { near: [...top(best, limit), ...others], count, sum, squares };
  }

  function similarityOf(asked: Float32Array, { document, passage }: PassageRef): number | null {
    const block = blocks.get(document);
    if (block?.dimensions !== asked.length || (passage + 1) * asked.length > block.vectors.length)
      return null;
    return dot(asked, block.vectors, passage * asked.length);
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
    compare,
    /** The nearest passages, best first, followed by those of `also`. */
    async nearest(question: ArrayLike<number>, options: NearestOptions): Promise<Neighbor[]> {
      return nearestOf([await compare(question, options)], options.limit, options.also);
    },
    get documents() {
      return blocks.size;
    },
    get bytes() {
      return bytes;
    },
    waste: 0,
  };
}

function top(all: Near[], limit: number): Near[] {
  return all
    .toSorted((a, b) => b.similarity - a.similarity || a.document - b.document || a.passage - b.passage)
    .slice(0, limit);
}

function dot(left: Float32Array, right: Float32Array, offset: number): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[offset + at] ?? 0);
  return sum;
}

function unit(vector: ArrayLike<number>): Float32Array {
  return toUnit(Float32Array.from(vector));
}

function isLittleEndian(): boolean {
  return new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
}
