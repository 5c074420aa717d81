import type { Reason } from "../refusal.ts";

/** The response is refused; the message is for the log alone, and may quote it. */
export class Refusal extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
