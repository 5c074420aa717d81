import { AppError } from "#server/errors.ts";

/** Answers one person may have written at the same time: many open tabs, not a script. */
const mostPerPerson = 30;

/** Answers being written in this process: how many a person has, and the way to stop one's own. */
export type RunningAnswers = {
  /** Takes one of the person's places. @throws AppError limit_exceeded when all are taken */
  claim(userId: number): void;
  release(userId: number): void;
  start(interactionId: number, userId: number): AbortSignal;
  finish(interactionId: number): void;
  /** False when the answer is not running here, or is somebody else's. */
  stop(interactionId: number, userId: number): boolean;
};

export class StoppedError extends Error {}

/** @param factor multiplies the places of a person, as it does every other limit */
export function createRunningAnswers(factor = 1): RunningAnswers {
  const running = new Map<number, { userId: number; controller: AbortController }>();
  const taken = new Map<number, number>();
  return {
    claim(userId) {
      const count = taken.get(userId) ?? 0;
      if (count >= mostPerPerson * factor)
        throw new AppError(
          "limit_exceeded",
          "Several of your questions are still being answered. Wait for one of them, or stop it.",
          { retryAfterSeconds: 2 },
        );
      taken.set(userId, count + 1);
    },
    release(userId) {
      const left = (taken.get(userId) ?? 1) - 1;
      if (left > 0) taken.set(userId, left);
      else taken.delete(userId);
    },
    start(interactionId, userId) {
      const controller = new AbortController();
      running.set(interactionId, { userId, controller });
      return controller.signal;
    },
    finish: (interactionId) => void running.delete(interactionId),
    stop(interactionId, userId) {
      const entry = running.get(interactionId);
      if (entry === undefined || entry.userId !== userId) return false;
      entry.controller.abort(new StoppedError("stopped by its person"));
      return true;
    },
  };
}
