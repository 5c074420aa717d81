import { z } from "zod";
import { Claim } from "#contract/answering/answers.ts";
import {
  ApprovedState,
  type ApprovedAnswer,
  type ApprovedCitation,
  type ChosenCitation,
} from "#contract/answering/approved-answers.ts";
import { SelectedTags } from "#contract/kernel/values.ts";
import { headingsOf } from "#engine/text/rows.ts";
import { presentCited } from "#server/answering/interactions/present.ts";
import type { ApprovedRow } from "./shared-store.ts";
import type { Bound } from "./store.ts";

export function presentApproved(row: ApprovedRow): ApprovedAnswer {
  return {
    id: row.id,
    version: row.version,
    themeId: row.theme_id,
    themeName: row.theme_name,
    isThemeDeleted: row.is_theme_deleted,
    companyName: row.company_name,
    question: row.question,
    otherQuestions: row.other_questions,
    answer: row.answer,
    claims: z.array(Claim).parse(row.claims),
    citations: row.citations.map(presentCited),
    tags: SelectedTags.parse(row.selected_tags),
    state: ApprovedState.parse(row.state),
    reason: row.reason,
    ownerId: row.owner_id,
    owner: { id: row.owner_id, name: row.owner_name, isActive: row.owner_is_active },
    author: { id: row.author_id, name: row.author_name, isActive: row.author_is_active },
    approver:
      row.approver_id === null
        ? null
        : { id: row.approver_id, name: row.approver_name ?? "", isActive: row.approver_is_active },
    approvedAt: row.approved_at?.toISOString() ?? null,
    reviewOn: row.review_day,
    isDue: row.is_due,
    timesUsed: row.times_used,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    saidSame: row.said_same.map(({ question, people }) => ({ question, people })),
    interactionId: row.interaction_id,
    createdAt: row.created_at.toISOString(),
  };
}

/** A citation of the version that answers now. */
export function presentBound({ marker, quote, passage, pageNumber, pageIndex }: Bound): ApprovedCitation {
  return {
    marker,
    quote,
    documentId: passage.documentId,
    documentName: passage.documentName,
    version: passage.version,
    uploadedOn: passage.uploadedOn ?? null,
    page: pageNumber,
    section: headingsOf(passage.section) || null,
    passage: passage.text,
    pageIndex,
  };
}

/** Its citations as a person chose them. */
export const chosenOf = ({ citations }: ApprovedRow): ChosenCitation[] =>
  citations.map(({ document_id, quote }) => ({ documentId: document_id, quote }));

/** As events record it. */
export function recorded(row: ApprovedRow) {
  return {
    question: row.question,
    otherQuestions: row.other_questions,
    answer: row.answer,
    tags: SelectedTags.parse(row.selected_tags),
    ownerId: row.owner_id,
    reviewOn: row.review_day,
    state: row.state,
    reason: row.reason,
    approverId: row.approver_id,
    citations: row.citations.map((one) => ({
      marker: one.marker,
      documentId: one.document_id,
      version: one.version,
      page: one.page_number,
      passage: one.passage_ordinal,
      quote: one.quote,
      sha256: one.quote_sha256,
    })),
  };
}
