/** Time of the last activity, visible to every thread of the program that has the shared memory. */
export type LastActivity = {
  touch(): void;
  /** Milliseconds since the last beat; Infinity before the first. */
  since(): number;
  readonly memory: SharedArrayBuffer;
};

export function lastActivityIn(
  memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT),
): LastActivity {
  const last = new BigInt64Array(memory);
  return {
    touch: () => void Atomics.store(last, 0, BigInt(Date.now())),
    since() {
      const at = Number(Atomics.load(last, 0));
      return at === 0 ? Infinity : Date.now() - at;
    },
    memory,
  };
}
