/** How far a reader may fall behind, in characters: many times the longest answer with its sources. */
const mostWaiting = 2_000_000;

/** An event in the wire format. */
export function frameOf(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/**
 * Server-sent events from pushes: `frames` is the wire format, with a comment as
 * heartbeat. A reader that falls too far behind gets `whenCut` in place of its unread events, and the stream ends.
 */
export function eventStream<Event>(signal: AbortSignal, beatMilliseconds: number, whenCut: Event) {
  const waiting: string[] = [];
  let characters = 0;
  let wake: (() => void) | null = null;
  let isEnded = false;

  function put(frame: string): void {
    if (isEnded) return;
    waiting.push(frame);
    characters += frame.length;
    if (characters > mostWaiting) {
      waiting.splice(0, waiting.length, frameOf(whenCut));
      end();
    }
    wake?.();
  }
  function end(): void {
    isEnded = true;
    wake?.();
  }

  async function* frames(): AsyncGenerator<string> {
    const beat = setInterval(() => put(": still here\n\n"), beatMilliseconds);
    signal.addEventListener("abort", end, { once: true });
    try {
      for (;;) {
        const frame = waiting.shift();
        if (frame !== undefined) {
          characters -= frame.length;
          yield frame;
        } else if (isEnded) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      isEnded = true;
      clearInterval(beat);
    }
  }

  return { push: (event: Event) => put(frameOf(event)), end, frames };
}
