import { reasonOf } from "./invalidating-mutation.ts";

/** The sentence that the specification names, then the cause where one is known. */
export function failureText(named: string, failure: unknown): string {
  const cause = reasonOf(failure);
  return cause === undefined || cause === named
    ? named
    : `${named}${/[.!?]$/.test(named) ? "" : "."} ${cause}`;
}
