/** For long work in steps: what is returned, called between two steps, gives the event loop its turn every `longestStepMs`. */
export function createYieldToEventLoop(longestStepMs = 5): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < longestStepMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    turn = performance.now();
  };
}
