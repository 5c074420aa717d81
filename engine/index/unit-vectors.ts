import type { Encoder } from "#engine/models/encoder.ts";
import { unitsOf } from "#engine/text/units.ts";
import { toBytes } from "./vectors.ts";

/** A unit of a passage by its offsets in the text, and how near its meaning is to the question's: a cosine, -1 to 1. */
export type NearUnit = { start: number; end: number; cosine: number };

/** A unit, and the text that an encoder reads of it. */
type EncodedUnit = { start: number; end: number; text: string };

/** The units of one passage: pairs of `start` and `end`, and a row of 8-bit numbers for each, in proportion to its vector. */
export type UnitVectors = { spans: number[]; bytes: Uint8Array };

/** Passages have some five units; only a broken text has more than these. */
const mostUnits = 64;

type Passage = { text: string; section: string };

/** The vectors of the units of each passage. @throws EncoderError; the signal's reason once it aborts */
export async function encodeUnits(
  encoder: Encoder,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<UnitVectors[]> {
  const units = passages.map(encodedUnitsOf);
  const texts = units.flatMap((own) => own.map(({ text }) => text));
  const vectors = await encoder.encode(texts, "passage", signal);
  let from = 0;
  return units.map((own) => packUnits(own, vectors.slice(from, (from += own.length))));
}

/** The units of a passage as they are encoded: without headings, which all of them share, and items with their lead-in. */
export function encodedUnitsOf({ text, section }: Passage): EncodedUnit[] {
  return unitsOf(text, section)
    .slice(0, mostUnits)
    .map(({ start, end, leadIn }) => {
      const own = text.slice(start, end);
      return { start, end, text: leadIn === "" ? own : `${leadIn}\n${own}` };
    });
}

/** @param vectors one for each unit, in order */
export function packUnits(units: readonly EncodedUnit[], vectors: readonly ArrayLike<number>[]): UnitVectors {
  const dimensions = vectors[0]?.length ?? 0;
  const numbers = new Int8Array(units.length * dimensions);
  vectors.forEach((vector, row) => numbers.set(toBytes(vector), row * dimensions));
  return { spans: units.flatMap(({ start, end }) => [start, end]), bytes: new Uint8Array(numbers.buffer) };
}

/**
 * @param question a unit vector
 * @returns none if the vectors are of another dimension
 */
export function nearUnits(question: Float32Array, { spans, bytes }: UnitVectors): NearUnit[] {
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (numbers.length !== (spans.length / 2) * question.length) return [];
  return Array.from({ length: spans.length / 2 }, (_, row) => ({
    start: spans[2 * row] ?? 0,
    end: spans[2 * row + 1] ?? 0,
    cosine: cosine(question, numbers, row * question.length),
  }));
}

function cosine(unit: Float32Array, numbers: Int8Array, offset: number): number {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < unit.length; at++) {
    const value = numbers[offset + at] ?? 0;
    sum += (unit[at] ?? 0) * value;
    squares += value * value;
  }
  return squares === 0 ? 0 : sum / Math.sqrt(squares);
}
