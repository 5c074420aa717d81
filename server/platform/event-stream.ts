/**
 * Server-sent events from pushes: `frames` is what goes over the wire (`data: {json}` and a blank line), with a comment
 * as heartbeat. A reader that falls more than 1,000 events behind is cut off rather than remembered.
 */
export function eventStream<Event>(signal: AbortSignal, beatMilliseconds: number) {
  const waiting: string[] = [];
  let wake: (() => void) | null = null;
  let isEnded = false;

  function put(frame: string): void {
    if (isEnded) return;
    waiting.push(frame);
    if (waiting.length > 1000) end();
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
        if (frame !== undefined) yield frame;
        else if (isEnded) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      isEnded = true;
      clearInterval(beat);
    }
  }

  return { push: (event: Event) => put(`data: ${JSON.stringify(event)}\n\n`), end, frames };
}
