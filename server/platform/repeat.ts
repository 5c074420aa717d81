/**
 * Does the work every so many milliseconds, whether or not the last one has ended.
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
