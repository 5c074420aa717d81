import { AppError } from "#server/platform/errors.ts";
import { cureOf, type Reader } from "#server/models/llm/advice.ts";
import { ModelError } from "#server/models/llm/models.ts";
import { RestartedError, StoppedError } from "./running.ts";

/**
 * Why there is no answer, as a sentence for its reader.
 * @param left aborts when the asker leaves
 */
export function failureOf(
  error: unknown,
  left: AbortSignal,
  reader: Reader,
  { isSaved }: { isSaved: boolean },
): string {
  if (error instanceof ModelError) {
    const advice = error.passes ? "Ask again in a moment." : cureOf(error, reader);
    return [error.message, isSaved ? "Your question is saved." : "", advice].filter(Boolean).join(" ");
  }
  if (error instanceof RestartedError && !isSaved)
    return "The server was restarted before the answer was complete. Ask again.";
  if (error instanceof AppError) return error.message;
  if (error instanceof StoppedError) return "The answer was stopped.";
  if (left.aborted) return "The connection was closed before the answer was complete. Ask again.";
  return "The answer could not be completed because of a fault on our side. Ask again.";
}
