import { portOf } from "#server/kernel/port.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Owner } from "#server/platform/fair-semaphore.ts";

/** Concurrent answers of one person: many open tabs, not a script. */
const mostPerPerson = 30;
/** Concurrent answers of one company, most of them waiting for a model's provider. */
const mostPerCompany = 200;

/** Answers being written in this process: the count per person, and a way to stop one's own. */
export type RunningAnswers = {
  /** Takes one of the places of the person and the company. @throws AppError limit_exceeded if all are taken */
  claim(owner: Owner): void;
  release(owner: Owner): void;
  start(interactionId: number, userId: number): AbortSignal;
  finish(interactionId: number): void;
  /** False if the answer isn't running here, or is another person's. */
  stop(interactionId: number, userId: number): boolean;
  /** Waits for all answers; those that outlast the patience end with RestartedError. */
  finishWithin(milliseconds: number): Promise<void>;
  /** Aborts when the program's patience has ended. */
  restarting: AbortSignal;
};

export const runningAnswers = portOf<RunningAnswers>("list of running answers");

export class StoppedError extends Error {}

/** The program stops and this answer did not finish in time. */
export class RestartedError extends AppError {
  constructor() {
    super(
      "unavailable",
      "The server was restarted before the answer was complete. Your question is saved; ask again.",
    );
  }
}

/** @param factor multiplies a person's places, as it does every other limit */
export function createRunningAnswers(factor = 1): RunningAnswers {
  const running = new Map<number, { userId: number; controller: AbortController }>();
  const restart = new AbortController();
  const taken = new Map<string, number>();
  let whenIdle: () => void = () => undefined;
  const placesOf = ({ company, person }: Owner) => [`person ${person}`, `company ${company}`] as const;
  const add = (key: string, change: number) => {
    const count = (taken.get(key) ?? 0) + change;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
  };
  return {
    claim(owner) {
      const [person, company] = placesOf(owner);
      if ((taken.get(person) ?? 0) >= mostPerPerson * factor)
        throw new AppError(
          "limit_exceeded",
          "Several of your questions are still being answered. Wait for one of them, or stop it.",
          { retryAfterSeconds: 2 },
        );
      if ((taken.get(company) ?? 0) >= mostPerCompany * factor)
        throw new AppError(
          "limit_exceeded",
          "Many questions of your company are still being answered. Wait a moment and ask again.",
          { retryAfterSeconds: 5 },
        );
      for (const key of [person, company]) add(key, 1);
    },
    release(owner) {
      for (const key of placesOf(owner)) add(key, -1);
      if (taken.size === 0) whenIdle();
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
    async finishWithin(milliseconds) {
      const idle = new Promise<void>((resolve) => (whenIdle = resolve));
      if (taken.size === 0) return;
      const patience = setTimeout(() => restart.abort(new RestartedError()), milliseconds);
      await idle;
      clearTimeout(patience);
    },
    restarting: restart.signal,
  };
}
