import { reasonOf } from "./invalidating-mutation.ts";

/** The sentence from the specification, then the cause if known. */
export function failureText(named: string, failure: unknown): string {
  const cause = reasonOf(failure);
  return cause === undefined || cause === named
    ? named
    : `${named}${/[.!?]$/.test(named) ? "" : "."} ${cause}`;
}
