import { Claim } from "#contract/answering/answers.ts";
import { holdsFor, mostSimilar } from "#engine/approved/match.ts";
import type { CitedSource } from "#engine/draft.ts";
import { asEvidence } from "#engine/evidence.ts";
import type { ApprovedAnswering, FoundApproved } from "#server/answering/answers/approved-port.ts";
import { passagesShown } from "#server/answering/answers/present.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import type { RecordedQuestion } from "#server/answering/answers/recorded-question.ts";
import type { Context } from "#server/kernel/context.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { presentCited } from "#server/answering/interactions/present.ts";
import { candidatesOf, groupsHeld, groupsOf, knownTags } from "./questions.ts";
import { findActive, type ApprovedRow } from "./shared-store.ts";
import { passageOnRecord } from "./passage-on-record.ts";
import { hasActive, holdStanding, insertUses, listCiting } from "./store.ts";

const nothing: FoundApproved = { same: null, similar: [] };

/** Approved answers for questions: found without a model, given only while their documents contain their words. */
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
      const row =
        same === null ? undefined : await findActive(ctx, { company_id: theme.company_id, id: same });
      return {
        same: row === undefined ? null : { ...foundOf(row), shown: shownOf(row), ...draftOf(row) },
        similar: await similarOf(ctx, theme, similar),
      };
    });
  },
  async beside(caller, { theme, question, tags }, found, answer) {
    const room = mostSimilar - found.similar.length;
    const shown = passagesShown(answer).map(({ versionId, ordinal }) => ({
      document: versionId,
      passage: ordinal,
    }));
    if (room <= 0 || shown.length === 0) return found;
    return caller.transact(async (ctx) => {
      const citing = await listCiting(ctx, theme, shown);
      if (citing.length === 0) return found;
      const asked = { question, tags: groupsOf(tags), known: await knownTags(ctx, theme) };
      const orderOf = ({ version_id, passage_ordinal }: (typeof citing)[number]) =>
        shown.findIndex(({ document, passage }) => document === version_id && passage === passage_ordinal);
      const ids = citing
        .filter((row) => holdsFor({ tags: groupsHeld(row) }, asked))
        .toSorted((one, other) => orderOf(one) - orderOf(other))
        .map(({ id }) => id);
      const known = new Set(found.similar.map(({ id }) => id));
      const others = [...new Set(ids)].filter((id) => !known.has(id)).slice(0, room);
      return { ...found, similar: [...found.similar, ...(await similarOf(ctx, theme, others))] };
    });
  },
  hold: (ctx, { theme }, { id, version }) => holdStanding(ctx, { company_id: theme.company_id, id, version }),
  recordUses: (ctx, opened, { same, similar }, isGiven) =>
    insertUses(ctx, questionKey(opened), [
      ...(same === null || !isGiven ? [] : [{ ...same, isAnswer: true }]),
      ...similar.map((other) => ({ ...other, isAnswer: false })),
    ]),
};

async function similarOf(
  ctx: Context,
  theme: ThemeRow,
  ids: readonly number[],
): Promise<FoundApproved["similar"]> {
  const rows: ApprovedRow[] = [];
  for (const id of ids) {
    const row = await findActive(ctx, { company_id: theme.company_id, id });
    if (row !== undefined) rows.push(row);
  }
  return rows.map((row) => ({
    ...foundOf(row),
    shown: {
      ...shownOf(row),
      answer: row.answer,
      citations: row.citations.map(presentCited),
      isSaidSame: false,
    },
  }));
}

const questionKey = ({ id, theme }: RecordedQuestion) => ({ companyId: theme.company_id, id });

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
  const sources: CitedSource[] = row.citations.map((citation, index) => {
    const uploadedOn = new Date(citation.uploaded_at).toISOString().slice(0, 10);
    // a person chose it for this question
    const evidence = asEvidence({ ...passageOnRecord(citation), uploadedOn }, index + 1);
    return { marker: citation.marker, evidence, quote: citation.quote };
  });
  const claims = Claim.array().parse(row.claims);
  return {
    draft: { outcome: "answered", text: row.answer, sources, claims, reason: null },
    evidence: sources.map(({ evidence }) => evidence),
  };
}
