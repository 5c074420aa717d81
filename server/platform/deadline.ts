import { AppError } from "./errors.ts";

/** Work exceeded its time limit. Its thread was terminated, without a result. */
export class DeadlineError extends Error {}

/** Work got too little of the processor to end in time: the machine was busy, whatever the work was. */
export class StarvedError extends DeadlineError {}

/** Who has to act: the caller, if the work was too much; nobody, if the machine was busy. */
export function lateAnswer(error: DeadlineError, tooMuch: AppError): AppError {
  if (!(error instanceof StarvedError)) return tooMuch;
  const says = "The server is too busy for this right now. Nothing was changed. Try again in a moment.";
  return new AppError("unavailable", says, { retryAfterSeconds: 5, cause: error });
}

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
