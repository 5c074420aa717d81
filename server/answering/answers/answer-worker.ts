import { exposeWorker } from "#server/platform/thread-side.ts";
import { groupSame } from "#engine/approved/group.ts";
import { matchApproved, similarTo } from "#engine/approved/match.ts";
import { checkAnswer, leaveUnchecked } from "#engine/verify/claims.ts";
import { judgedBy, judgeParts } from "#engine/verify/judge.ts";
import type { Draft } from "#engine/draft.ts";
import type { AnswerWork } from "./answer-pool.ts";
import { standAlone } from "#engine/query/follow-up.ts";
import { planQuestion } from "#engine/query/question-plan.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import type { Retrieved } from "#engine/evidence.ts";
import { withQueryNotices } from "#engine/quote/query-notices.ts";

exposeWorker<AnswerWork>({
  standAlone: ({ question, previous }) => standAlone(question, previous),
  plan: planQuestion,
  quote: ({ question, found, focus }) =>
    complete(answerExtractively(question, found, found.parts, focus), found),
  check: checkAnswer,
  leaveUnchecked,
  judgeParts: ({ checked, seed }) => judgeParts(checked, seed),
  judge: ({ checked, ...judgement }) => judgedBy(checked, judgement),
  matchApproved: ({ asked, previous, candidates }) =>
    standAlone(asked.question, previous).isElliptical
      ? { same: null, similar: [] }
      : matchApproved(asked, candidates),
  findAnswered: ({ asked, candidate }) =>
    asked.flatMap((one, index) => (matchApproved(one, [candidate]).same === null ? [] : [index])),
  groupSame: ({ questions }) => groupSame(questions),
  similarTo: ({ question, others }) => similarTo(question, others),
  complete: ({ draft, found }) => complete(draft, found),
});

function complete(draft: Draft, found: Retrieved): Draft {
  return withQueryNotices(draft, found);
}
