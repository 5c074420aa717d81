import { Answer, ask as contract } from "#contract/answers.ts";

/** The call of the contract for questions, whose answer is recorded; a greeting gets a different reply. */
export const ask = { ...contract, output: Answer } as const;
