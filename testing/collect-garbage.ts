import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The garbage collector otherwise runs when it chooses, and memory that it has not examined counts as used. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const run: unknown = runInNewContext("gc");
  if (typeof run === "function") Reflect.apply(run, undefined, []);
}
