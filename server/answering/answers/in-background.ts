import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { VerbServices } from "#server/kernel/services.ts";

/** Work of one process follows one another: it computes, and people's questions need a processor. */
let turn: Promise<unknown> = Promise.resolve();

/** Runs when all earlier work of its kind has ended. */
export async function inBackgroundTurn<T>(work: () => Promise<T>): Promise<T> {
  const own = turn.then(work);
  turn = own.catch(() => undefined);
  return own;
}

/** Since the last question of a person. */
const askedLatelyMs = 2_000;
/** While people ask, a small machine asks one question at a time, and rests for three quarters of the time. */
const restShare = 3;

const isCrowded = ({ lastQuestion: questions }: VerbServices): boolean =>
  questions.since() < askedLatelyMs && availableParallelism() <= 4;

/**
 * Asks several questions at a time, and gives way while people ask.
 * @param patienceMs no further question begins after it
 */
export async function askAtOnce<Item>(
  services: VerbServices,
  items: readonly Item[],
  { lines, patienceMs = Infinity }: { lines: number; patienceMs?: number },
  askOne: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const signal = services.stopping;
  const began = performance.now();
  const keepAsking = async (_: unknown, line: number): Promise<void> => {
    while (waiting.length > 0 && performance.now() - began < patienceMs) {
      if (line > 0 && isCrowded(services)) {
        await wait(askedLatelyMs / 10, undefined, { signal });
        continue;
      }
      const item = waiting.shift();
      if (item === undefined) return;
      const started = performance.now();
      await askOne(item);
      if (isCrowded(services)) await wait((performance.now() - started) * restShare, undefined, { signal });
    }
  };
  await Promise.all(Array.from({ length: lines }, keepAsking));
}
