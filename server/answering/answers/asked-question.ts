import type { ask as contract } from "#contract/answering/answers.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";

/**
 * A program may name the end user it asks for. `earlierSessions`: each earlier question has a session of its own, oldest
 * first. `questionnaire`: its questions are asked in the background, and `onRecorded` runs in the transaction that records
 * the question.
 */
export type AskedQuestion = Input<typeof contract> & {
  endUser?: string | undefined;
  earlierSessions?: string[];
  questionnaire?: { id: number; onRecorded(ctx: Context, interactionId: number): Promise<void> };
};
