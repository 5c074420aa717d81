import { setFlagsFromString } from "node:v8";

/** More calls than a process makes of one function; V8 counts them down from this in a signed 32-bit integer. */
const callsBeforeWrapper = 1_000_000_000;

/**
 * Sets V8's flags for this process and its threads, before the first `fetch`. An engine that lacks a flag says so and
 * continues. Reasons: docs/decisions/threads.md.
 */
export function setV8Flags(): void {
  // memory collected during quiet times went back to the system in one piece and blocked all calls for 15 to 24 ms
  setFlagsFromString("--no-memory-reducer-favors-memory");
  // freeing a compiled wrapper, which all threads share, can end the process
  setFlagsFromString(`--wasm-wrapper-tiering-budget=${callsBeforeWrapper}`);
}
