/**
 * For long work in steps: call the returned function between two steps; it yields to the event loop every `longestStepMs`.
 */
export function createYieldToEventLoop(longestStepMs = 5): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < longestStepMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    turn = performance.now();
  };
}
