/** Work exceeded its time limit. Its thread was terminated, without a result. */
export class DeadlineError extends Error {}

/** The work's result, or `late`'s result if the deadline passes. */
export async function onDeadline<T>(
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
