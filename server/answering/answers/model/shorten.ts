import type { Evidence } from "#engine/evidence.ts";
import { ModelError } from "#server/models/llm/models.ts";
import { sizeOfPassages } from "./reading.ts";

/** A quarter of the passages is the least that is worth a try. */
const mostTimes = 2;

/**
 * Reads and writes; if the provider refuses the prompt as too long, once more with half the passages' room, and again
 * with half of that.
 */
export async function shorteningIfTooLong<T>(
  read: (most: number | null) => Promise<Evidence[]>,
  write: (passages: Evidence[]) => Promise<T>,
): Promise<{ passages: Evidence[]; written: T | null }> {
  let passages = await read(null);
  for (let times = 0; passages.length > 0; times++) {
    try {
      return { passages, written: await write(passages) };
    } catch (error) {
      const isTooLong = error instanceof ModelError && error.fault === "too-long";
      if (!isTooLong || times === mostTimes) throw error;
      const fewer = await read(sizeOfPassages(passages) / 2);
      if (fewer.length >= passages.length) throw error;
      passages = fewer;
    }
  }
  return { passages, written: null };
}
