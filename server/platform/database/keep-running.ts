import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** A server that cannot start, because its disk is full, must not occupy a processor. */
const againMs = 1_000;

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/**
 * Starts a server again whenever it ends by itself, until one starts or `stop` is called.
 * @param onLost receives why it ended, and why an attempt to start it failed
 */
export function keepRunning(
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  onLost: (reason: string) => void,
): { stop(end: (child: ChildProcess) => Promise<void>): Promise<void> } {
  let isStopping = false;
  let replacing = Promise.resolve();
  let current = first;
  watch();

  function watch(): void {
    // it may have ended between its first answer and this call
    if (hasEnded(current)) replace(current.exitCode, current.signalCode);
    else current.once("exit", replace);
  }

  function replace(code: number | null, signal: NodeJS.Signals | null): void {
    if (isStopping) return;
    onLost(`The embedded PostgreSQL ended (${signal ?? `code ${code}`}) and is being started again.`);
    replacing = again();
  }

  async function again(): Promise<void> {
    while (!isStopping) {
      try {
        current = await start();
        watch();
        return;
      } catch (error) {
        onLost(error instanceof Error ? error.message : String(error));
        await wait(againMs);
      }
    }
  }

  return {
    async stop(end) {
      isStopping = true;
      await replacing;
      await end(current);
    },
  };
}
