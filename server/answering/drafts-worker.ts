import { parentPort } from "node:worker_threads";
import { callsOver } from "#server/platform/thread-calls.ts";
import { checkAnswer } from "./claims/claims.ts";
import { confirm } from "./claims/second-look.ts";
import { withConflict } from "./conflicts/conflicts.ts";
import type { Draft } from "./draft.ts";
import type { Drafting } from "./drafts.ts";
import { answerExtractively } from "./extractive.ts";
import type { Retrieved } from "./retrieve.ts";
import { withWordsOfQuestion } from "./words-of-question.ts";

if (parentPort === null) throw new Error("This file runs as a thread of the program.");
callsOver<Record<string, never>, Drafting>(parentPort, {
  quote: ({ question, found }) => complete(answerExtractively(question, found, found.parts), found),
  check: ({ answer, evidence }) => checkAnswer(answer, evidence),
  confirm: ({ checked, reply }) => confirm(checked, reply),
  complete: ({ draft, found }) => complete(draft, found),
});

function complete(draft: Draft, found: Retrieved): Draft {
  return withWordsOfQuestion(withConflict(draft, found.evidence), found);
}
