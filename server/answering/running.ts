/** Answers being written in this process, so that their person can stop them. */
export type RunningAnswers = {
  start(interactionId: number, userId: number): AbortSignal;
  finish(interactionId: number): void;
  /** False when the answer is not running here, or is somebody else's. */
  stop(interactionId: number, userId: number): boolean;
};

export class StoppedError extends Error {}

export function createRunningAnswers(): RunningAnswers {
  const running = new Map<number, { userId: number; controller: AbortController }>();
  return {
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
