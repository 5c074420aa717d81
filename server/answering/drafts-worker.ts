import { offerToProgram } from "#server/platform/thread-side.ts";
import { checkAnswer } from "./claims/claims.ts";
import { confirm } from "./claims/second-look.ts";
import { withConflict } from "./conflicts/conflicts.ts";
import type { Draft } from "./draft.ts";
import type { Drafting } from "./drafts.ts";
import { answerExtractively } from "./quotes/extractive.ts";
import type { Retrieved } from "./retrieve.ts";
import { withWordsOfQuestion } from "./words-of-question.ts";

offerToProgram<Drafting>({
  quote: ({ question, found }) => complete(answerExtractively(question, found, found.parts), found),
  check: ({ answer, evidence }) => checkAnswer(answer, evidence),
  confirm: ({ checked, reply }) => confirm(checked, reply),
  complete: ({ draft, found }) => complete(draft, found),
});

function complete(draft: Draft, found: Retrieved): Draft {
  return withWordsOfQuestion(withConflict(draft, found.evidence), found);
}
