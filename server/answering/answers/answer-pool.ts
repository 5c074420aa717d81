import { portOf } from "#server/kernel/port.ts";
import { openThreadPool, type ThreadPool } from "#server/platform/thread-pool.ts";
import { shares } from "#server/kernel/fair-use.ts";
import type { AskedFor, Candidate, Matched } from "#engine/approved/match.ts";
import type { CheckedAnswer, ModelsAnswer } from "#engine/verify/claims.ts";
import type { Judgement, JudgePart } from "#engine/verify/judge.ts";
import type { Draft } from "#engine/draft.ts";
import type { QuestionPlan } from "#engine/query/question-plan.ts";
import type { Part } from "#engine/quote/extractive.ts";
import type { Focus } from "#engine/quote/focus.ts";
import type { Retrieved } from "#engine/evidence.ts";
import type { ReadAs } from "#engine/query/spelling/read-as.ts";

/**
 * Work on text from outside: questions, passages and models' answers are processed in threads that can be terminated.
 */
export type AnswerWork = {
  /** The question to search with; `leans`: it depends on the previous question. */
  standAlone(input: { question: string; previous: string | null }): {
    question: string;
    isElliptical: boolean;
  };
  plan(input: { question: string; readAs: readonly ReadAs[] }): QuestionPlan;
  /** Quotes, with notices for the reader. */
  quote(input: { question: string; found: Retrieved & { parts: Part[] }; focus: Focus }): Draft;
  /** A model's answer, checked sentence by sentence against the passages it cites. */
  check(input: ModelsAnswer): CheckedAnswer;
  /** The same answer with its citations, if it couldn't be checked in time. */
  leaveUnchecked(input: ModelsAnswer): CheckedAnswer;
  /** The calls to a judge about a checked answer. */
  judgeParts(input: { checked: CheckedAnswer; seed: number }): JudgePart[];
  /** The checked answer after a judge's replies to these calls. */
  judge(input: {
    checked: CheckedAnswer;
    parts: JudgePart[];
    replies: (string | null)[];
    question: string;
  }): Judgement;
  /** The approved answers that answer a question, or nearly do. */
  matchApproved(input: {
    asked: AskedFor;
    previous: string | null;
    candidates: readonly Candidate[];
  }): Matched;
  /** Which of these questions an approved answer answers, by their positions. */
  findAnswered(input: { asked: readonly AskedFor[]; candidate: Candidate }): number[];
  /** Positions of the questions that ask the same. */
  groupSame(input: { questions: readonly string[] }): number[][];
  /** Positions of the questions that come near one, best first. */
  similarTo(input: { question: string; others: readonly string[] }): number[];
  /** A draft with its notices: contradicting passages, names that no document contains. */
  complete(input: { draft: Draft; found: Retrieved }): Draft;
};

/** Time limits in milliseconds. Measured on 2 cores: all stay under 60 for ordinary texts. */
export const deadlines = {
  standAlone: 500,
  plan: 500,
  quote: 3_000,
  check: 3_000,
  leaveUnchecked: 500,
  judgeParts: 1_000,
  judge: 1_000,
  complete: 1_000,
  matchApproved: 500,
  findAnswered: 3_000,
  groupSame: 3_000,
  similarTo: 500,
} as const satisfies Record<keyof AnswerWork, number>;

export type AnswerPool = ThreadPool<AnswerWork>;

export const answerPool = portOf<AnswerPool>("pool of answer threads");

/** The drafting threads: one for companies that flood them, and one for the others. */
export function openAnswerPool(options: { eager: boolean }): AnswerPool {
  return openThreadPool<AnswerWork>(new URL("./answer-worker.ts", import.meta.url), {
    ...options,
    rules: shares.drafting,
  });
}
