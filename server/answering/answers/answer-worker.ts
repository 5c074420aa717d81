import { exposeWorker } from "#server/platform/thread-side.ts";
import { groupSame } from "#engine/approved/group.ts";
import { matchApproved } from "#engine/approved/match.ts";
import { checkAnswer, leaveUnchecked } from "#engine/verify/claims.ts";
import { confirm } from "#engine/verify/second-look.ts";
import type { Draft } from "#engine/draft.ts";
import type { AnswerWork } from "./answer-pool.ts";
import { standAlone } from "#engine/query/follow-up.ts";
import { planQuestion } from "#engine/query/question-plan.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import type { Retrieved } from "#engine/evidence.ts";
import { withoutLastSentence } from "#engine/text/sentences.ts";
import { withQueryNotices } from "#engine/quote/query-notices.ts";

exposeWorker<AnswerWork>({
  standAlone: ({ question, previous }) => standAlone(question, previous),
  plan: planQuestion,
  quote: ({ question, found, focus }) =>
    complete(answerExtractively(question, found, found.parts, focus), found),
  check: ({ answer, isCut, evidence }) => checkAnswer(whole(answer, isCut), evidence),
  leaveUnchecked: ({ answer, isCut, evidence }) => leaveUnchecked(whole(answer, isCut), evidence),
  confirm: ({ checked, reply }) => confirm(checked, reply),
  matchApproved: ({ asked, previous, candidates }) =>
    standAlone(asked.question, previous).isElliptical
      ? { same: null, similar: [] }
      : matchApproved(asked, candidates),
  findAnswered: ({ asked, candidate }) =>
    asked.flatMap((one, place) => (matchApproved(one, [candidate]).same === null ? [] : [place])),
  groupSame: ({ questions }) => groupSame(questions),
  complete: ({ draft, found }) => complete(draft, found),
});

function whole(answer: string, isCut: boolean): string {
  return isCut ? withoutLastSentence(answer) : answer;
}

function complete(draft: Draft, found: Retrieved): Draft {
  return withQueryNotices(draft, found);
}
