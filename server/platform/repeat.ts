/**
 * Runs `work` at this interval in milliseconds, without waiting for the previous run.
 * @returns a function that stops it
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => void work().catch(onError), everyMs);
  return () => clearInterval(timer);
}
