import { Claim } from "#contract/answering/answers.ts";
import type { CitedSource } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { ApprovedAnswering, FoundApproved } from "#server/answering/answers/approved-port.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import type { RecordedQuestion } from "#server/answering/answers/recorded-question.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { presentCitation } from "./present.ts";
import { candidatesOf, groupsOf, knownTags } from "./questions.ts";
import { findActive } from "./shared-store.ts";
import { hasActive, holdStanding, insertUses } from "./store.ts";
import type { ApprovedRow } from "./shared-store.ts";

const nothing: FoundApproved = { same: null, similar: [] };

/** Approved answers for questions: found without a model, given only while their words stand. */
export const answeringWithApproved: ApprovedAnswering = {
  async find(caller, opened, signal) {
    const { theme, question, tags, turns } = opened;
    const asked = await caller.transact(async (ctx) =>
      (await hasActive(ctx, theme))
        ? { candidates: await candidatesOf(ctx, theme), known: await knownTags(ctx, theme) }
        : null,
    );
    if (asked === null) return nothing;
    const input = {
      asked: { question, tags: groupsOf(tags), known: asked.known },
      previous: turns.at(-1)?.question ?? null,
      candidates: asked.candidates,
    };
    // without an approved answer, the question is answered as any other
    const { same, similar } = await onDeadline(
      runInAnswerPool(caller, "matchApproved", input, signal),
      () => ({
        same: null,
        similar: [],
      }),
    );
    if (same === null && similar.length === 0) return nothing;
    return caller.transact(async (ctx) => {
      const rowOf = (id: number) => findActive(ctx, { company_id: theme.company_id, id });
      const row = same === null ? undefined : await rowOf(same);
      const others: ApprovedRow[] = [];
      for (const id of similar) others.push(...[await rowOf(id)].filter((other) => other !== undefined));
      return {
        same: row === undefined ? null : { ...foundOf(row), shown: shownOf(row), ...draftOf(row) },
        similar: others.map((other) => ({
          ...foundOf(other),
          shown: { ...shownOf(other), answer: other.answer, citations: other.citations.map(presentCitation) },
        })),
      };
    });
  },
  hold: (ctx, { theme }, { id, version }) => holdStanding(ctx, { company_id: theme.company_id, id, version }),
  recordUses: (ctx, opened, { same, similar }, isGiven) =>
    insertUses(ctx, placeOf(opened), [
      ...(same === null || !isGiven ? [] : [{ ...same, isAnswer: true }]),
      ...similar.map((other) => ({ ...other, isAnswer: false })),
    ]),
};

const placeOf = ({ id, theme }: RecordedQuestion) => ({ companyId: theme.company_id, id });

/** An active answer has an approver. */
const foundOf = ({ id, version, approver_id, approved_at, created_at }: ApprovedRow) => ({
  id,
  version,
  approverId: approver_id ?? 0,
  approvedAt: approved_at ?? created_at,
});

const shownOf = (row: ApprovedRow) => ({
  id: row.id,
  question: row.question,
  approvedBy: row.approver_name ?? "",
  approvedAt: foundOf(row).approvedAt.toISOString(),
});

function draftOf(row: ApprovedRow): Pick<NonNullable<FoundApproved["same"]>, "draft" | "evidence"> {
  const sources: CitedSource[] = row.citations.map((citation, place) => {
    const evidence: Evidence = {
      rank: place + 1,
      // a person chose it for this question
      score: 1,
      coverage: 1,
      proximity: 1,
      named: 0,
      documentId: citation.document_id,
      documentName: citation.document_name,
      versionId: citation.version_id,
      version: citation.version,
      ordinal: citation.passage_ordinal,
      text: citation.passage_text,
      section: citation.section,
      pageNumber: citation.page_number,
      pageIndex: citation.page_index,
      turn: null,
      uploadedOn: new Date(citation.uploaded_at).toISOString().slice(0, 10),
    };
    return { marker: citation.marker, evidence, quote: citation.quote };
  });
  const claims = Claim.array().parse(row.claims);
  return {
    draft: { outcome: "answered", text: row.answer, sources, claims, reason: null },
    evidence: sources.map(({ evidence }) => evidence),
  };
}
