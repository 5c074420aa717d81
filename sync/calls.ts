import { setTimeout } from "node:timers/promises";

/** How a run's calls are interrupted, and how it says that it waits. */
export type Patience = { signal: AbortSignal; told(sentence: string): void };

/** Waits that a server asks for, in a row: an hour of a full reading queue. */
const mostWaits = 60;
/** Tries of a call that got no answer, a server error, or a refusal that names no time. */
const mostTries = 6;
const longestWaitSeconds = 120;

/** Of refusals, those that say nothing of the call itself: it came too slowly, or with too many others. */
const passing = [408, 429];

/**
 * A call that can be repeated, with the answer to its last try: as often as a server that names a time asks, and a few
 * times after no answer, a fault or a refusal that passes.
 * @throws what the last try threw, if it had no answer
 */
export async function callAgain(
  what: string,
  address: URL,
  init: RequestInit,
  { signal, told }: Patience,
): Promise<Response> {
  let waits = 0;
  for (let tries = 1; ;) {
    signal.throwIfAborted();
    const response = await fetch(address, { ...init, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (tries >= mostTries) throw error;
      return null;
    });
    const asked = response === null ? null : retryAfter(response.headers);
    if (response !== null) {
      const { status } = response;
      if (status < 500 && !passing.includes(status)) return response;
      const isBusy = (status === 429 || status === 503) && asked !== null;
      if (isBusy ? waits >= mostWaits : tries >= mostTries) return response;
      if (isBusy) waits += 1;
      else tries += 1;
      await response.body?.cancel();
    } else tries += 1;
    const seconds = Math.min(asked ?? 2 ** (tries - 2), longestWaitSeconds);
    told(`waiting ${seconds} s: ${response === null ? "no answer" : `${what} answered ${response.status}`}`);
    await setTimeout(seconds * 1000, undefined, { signal });
  }
}

/** In seconds; never none, since a server that names the present moment is still busy. */
function retryAfter(headers: Headers): number | null {
  const written = headers.get("retry-after");
  if (written === null) return null;
  if (/^\d{1,9}$/.test(written)) return Math.max(1, Number(written));
  const at = Date.parse(written);
  // by the clock of the server, if it tells it
  const now = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(at)
    ? null
    : Math.max(1, Math.ceil((at - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}

/** Of a failed fetch, whose own message says nothing. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
