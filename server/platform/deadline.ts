/** Work that took longer than it may. Its thread was ended, and nothing came of it. */
export class DeadlineError extends Error {}

/** The work's result, or what `late` makes of a deadline that passed. */
export async function inTime<T>(
  work: Promise<T>,
  late: (error: DeadlineError) => T | Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DeadlineError) return late(error);
    throw error;
  }
}
