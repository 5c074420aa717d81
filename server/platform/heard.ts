/**
 * Awaits the promise unless the signal aborts first.
 * @throws the signal's reason once it aborts
 */
export async function heard<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([awaited, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    // a caller that stopped waiting must not see its failure either
    awaited.catch(() => undefined);
  }
}
