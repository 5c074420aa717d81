import type { ask as contract } from "#contract/answering/answers.ts";
import type { Input } from "#contract/kernel/endpoint.ts";

/**
 * A program may name the end user it asks for. `earlierSessions`: each earlier question has a session of its own, oldest
 * first.
 */
export type AskedQuestion = Input<typeof contract> & {
  endUser?: string | undefined;
  earlierSessions?: string[];
};
