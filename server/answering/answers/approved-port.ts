import type { GivenApproved, SimilarApproved } from "#contract/answering/answers.ts";
import type { Draft } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { portOf } from "#server/kernel/port.ts";
import type { ComposedAnswer } from "./composed-answer.ts";
import type { ComposedFrom, RecordedQuestion } from "./recorded-question.ts";

/** An approved answer as it stood when it was found. `version`: of its row. */
type Found<Shown> = { id: number; version: number; approverId: number; approvedAt: Date; shown: Shown };

export type FoundApproved = {
  /** The one that answers the question. */
  same: (Found<GivenApproved> & { draft: Draft; evidence: Evidence[] }) | null;
  /** Shown beside the answer. */
  similar: Found<SimilarApproved>[];
};

/** What answering needs from approved answers, which depend on the check of answers. */
export type ApprovedAnswering = {
  find(caller: Caller, question: ComposedFrom, signal: AbortSignal): Promise<FoundApproved>;
  /** With those that cite the passages which the answer shows. */
  beside(
    caller: Caller,
    question: ComposedFrom,
    found: FoundApproved,
    answer: ComposedAnswer,
  ): Promise<FoundApproved>;
  /** In the transaction that records the answer, before it: false if its documents no longer contain its words. */
  hold(
    ctx: Context,
    question: Pick<ComposedFrom, "theme">,
    approved: { id: number; version: number },
  ): Promise<boolean>;
  /** In the same transaction. `isGiven`: `same` answers. */
  recordUses(ctx: Context, question: RecordedQuestion, found: FoundApproved, isGiven: boolean): Promise<void>;
};

export const approvedAnswering = portOf<ApprovedAnswering>("approved answers");
