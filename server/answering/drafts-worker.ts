import { offerToProgram } from "#server/platform/thread-side.ts";
import { checkAnswer, leaveUnchecked } from "./claims/claims.ts";
import { confirm } from "./claims/second-look.ts";
import { withConflict } from "./conflicts/conflicts.ts";
import type { Draft } from "./draft.ts";
import type { Drafting } from "./drafts.ts";
import { standAlone } from "./follow-up.ts";
import { planQuestion } from "./question-plan.ts";
import { answerExtractively } from "./quotes/extractive.ts";
import type { Retrieved } from "./retrieve.ts";
import { withoutLastSentence } from "./sentences.ts";
import { withWordsOfQuestion } from "./words-of-question.ts";

offerToProgram<Drafting>({
  standAlone: ({ question, previous }) => standAlone(question, previous),
  plan: planQuestion,
  quote: ({ question, found }) => complete(answerExtractively(question, found, found.parts), found),
  check: ({ answer, isCut, evidence }) => checkAnswer(whole(answer, isCut), evidence),
  leaveUnchecked: ({ answer, isCut, evidence }) => leaveUnchecked(whole(answer, isCut), evidence),
  confirm: ({ checked, reply }) => confirm(checked, reply),
  complete: ({ draft, found }) => complete(draft, found),
});

function whole(answer: string, isCut: boolean): string {
  return isCut ? withoutLastSentence(answer) : answer;
}

function complete(draft: Draft, found: Retrieved): Draft {
  return withWordsOfQuestion(withConflict(draft, found.evidence), found);
}
