import { setFlagsFromString } from "node:v8";

/** More calls than a process makes: V8 counts down from it in 31 bits. */
const callsBeforeWrapper = 1_000_000_000;

/**
 * Sets V8's flags for this process and its threads, before the first `fetch`. An engine that lacks a flag says so and
 * continues. Reasons: docs/decisions/threads.md.
 */
export function setEngineFlags(): void {
  // memory collected during quiet times went back to the system in one piece and blocked all calls for 15 to 24 ms
  setFlagsFromString("--no-memory-reducer-favors-memory");
  // freeing a compiled wrapper, which all threads share, can end the process
  setFlagsFromString(`--wasm-wrapper-tiering-budget=${callsBeforeWrapper}`);
}
