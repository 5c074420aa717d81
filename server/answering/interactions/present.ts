import {
  Citation,
  Claim,
  Mode,
  Outcome,
  Rating,
  type GivenApproved,
  type HistoryEntry,
  type NearPassage,
} from "#contract/answering/answers.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import {
  SentParameters,
  type getInteraction,
  type InteractionRow as ListRow,
} from "#contract/answering/interactions.ts";
import { ProviderName } from "#contract/models/providers.ts";
import { Role } from "#contract/kernel/permissions.ts";
import { ReviewVerdict } from "#contract/answering/reviews.ts";
import { ModelType, SelectedTags } from "#contract/kernel/values.ts";
import type { ApprovedCitation } from "#contract/answering/approved-answers.ts";
import { joinSpans } from "#engine/draft.ts";
import { headingsOf } from "#engine/text/rows.ts";
import { withoutMarks } from "#engine/verify/claims.ts";
import { closestWords } from "#engine/quote/closest-words.ts";
import type { InteractionListRow } from "./store.ts";
import type { InteractionRow } from "./shared-store.ts";

/** Only a model's sentences are checked against something else. */
function checkedOf(row: InteractionListRow): { confirmed: number; claims: number } {
  return row.mode === "model"
    ? { confirmed: row.claims_supported, claims: row.claims_checked }
    : { confirmed: 0, claims: 0 };
}

export function presentListRow(row: InteractionListRow): ListRow {
  return {
    chat_interactions: {
      id: row.id,
      sessionId: row.session_id,
      themeId: row.theme_id,
      themeName: row.theme_name,
      companyName: row.company_name,
      userQuery: row.question,
      botResponse: row.answer,
      rating: Rating.nullable().parse(row.rating),
      createdAt: row.created_at.toISOString(),
      selectedTags: SelectedTags.parse(row.selected_tags),
      mode: Mode.parse(row.mode),
      outcome: Outcome.parse(row.outcome),
      ...checkedOf(row),
      reviewed: row.reviewed,
      reviewTags: row.review_tags,
    },
    user: { email: row.user_email, name: row.user_name, role: Role.parse(row.user_role) },
  };
}

export function presentEntry(row: InteractionRow): HistoryEntry {
  return {
    interactionId: row.id,
    response: row.answer,
    citations: row.sources.map((source) => ({
      marker: source.marker ?? 0,
      quote: source.quote,
      // in older records they overlap, best first
      answering: joinSpans(Citation.shape.answering.parse(source.answering)),
      ...presentSource(source),
    })),
    claims: row.claims.map((claim) =>
      Claim.parse({
        start: claim.start_offset,
        end: claim.end_offset,
        markers: claim.markers,
        // the name in older records
        verdict: claim.verdict === "partly" ? "open" : claim.verdict,
        ...(claim.condition === null ? {} : { condition: claim.condition }),
        ...(claim.is_applied === null ? {} : { isApplied: claim.is_applied }),
      }),
    ),
    mode: Mode.parse(row.mode),
    outcome: Outcome.parse(row.outcome),
    reason: row.reason,
    nearest: presentNearest(row),
    approved: row.uses.filter(({ is_answer }) => is_answer).map(presentUse)[0] ?? null,
    similarApproved: row.uses.flatMap((use) =>
      use.is_answer
        ? []
        : [
            {
              ...presentUse(use),
              answer: use.answer,
              citations: use.citations.map(presentCited),
              isSaidSame: use.is_said_same,
            },
          ],
    ),
    fallback: row.fallback,
    timings: {
      retrievalMs: row.retrieval_ms ?? 0,
      firstTokenMs: row.first_token_ms,
      totalMs: row.total_ms ?? 0,
    },
    themeId: row.theme_id,
    themeName: row.theme_name,
    modelType: ModelType.parse(row.model_type),
    sessionId: row.session_id,
    userQuery: row.question,
    selectedTags: SelectedTags.parse(row.selected_tags),
    rating: Rating.nullable().parse(row.rating),
    createdAt: row.created_at.toISOString(),
    correction: presentCorrection(row.correction),
  };
}

/** Older answers, recorded without it, name only the requested model. */
export function presentModelCall(row: InteractionRow): Result<typeof getInteraction>["modelCall"] {
  const asked = row.asked_model ?? row.model;
  if (asked === null) return null;
  return {
    provider: ProviderName.nullable().catch(null).parse(row.asked_provider),
    asked,
    answered: row.asked_model === null ? null : row.model,
    fingerprint: row.system_fingerprint,
    parameters: SentParameters.nullable().catch(null).parse(row.parameters),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    tokensEstimated: row.tokens_estimated,
  };
}

/** Each cited version once, in the order of the footnote marks. */
export function presentFiles({ sources }: InteractionRow): Result<typeof getInteraction>["files"] {
  const files = new Map(
    sources.map((source) => [
      `${source.document_id}/${source.version}`,
      { documentId: source.document_id, version: source.version, sha256: source.sha256 },
    ]),
  );
  return [...files.values()];
}

function presentCorrection(row: InteractionRow["correction"]): HistoryEntry["correction"] {
  if (row === null) return null;
  return {
    verdict: ReviewVerdict.exclude(["correct"]).parse(row.verdict),
    ...presentText(row),
    // jsonb stores times as text
    reviewedAt: new Date(row.created_at).toISOString(),
  };
}

/** An approved correction has its marks, unless the approved answer has changed since. */
function presentText({ corrected_answer, approved }: NonNullable<InteractionRow["correction"]>) {
  if (approved === null) return { text: corrected_answer, citations: [] };
  if (withoutMarks(corrected_answer).trim() !== withoutMarks(approved.answer).trim())
    return { text: withoutMarks(corrected_answer).trim(), citations: [] };
  return { text: approved.answer, citations: approved.citations.map(presentCited) };
}

function presentNearest({ question, nearest }: InteractionRow): NearPassage[] {
  const passages = nearest.map(({ passage_text: text, section, document_name: documentName }) => ({
    text,
    section,
    documentName,
  }));
  const closest = closestWords(question, passages);
  return nearest.map((source, index) => ({ ...presentSource(source), closest: closest[index] ?? null }));
}

function presentUse(use: InteractionRow["uses"][number]): GivenApproved {
  return {
    id: use.id,
    question: use.question,
    approvedBy: use.approver_name,
    approvedAt: new Date(use.approved_at).toISOString(),
  };
}

function presentSource(source: InteractionRow["nearest"][number]): Omit<NearPassage, "closest"> {
  return { ...presentWords(source), score: Math.round(source.score * 100) / 100 };
}

type Cited = InteractionRow["uses"][number]["citations"][number];

/** A citation of an approved answer. */
export function presentCited({ marker, quote, ...source }: Cited): ApprovedCitation {
  return { marker, quote, ...presentWords(source) };
}

function presentWords(
  source: Pick<
    Cited,
    | "document_id"
    | "document_name"
    | "version"
    | "uploaded_at"
    | "page_number"
    | "section"
    | "passage_text"
    | "page_index"
  >,
): Omit<NearPassage, "closest" | "score"> {
  return {
    documentId: source.document_id,
    documentName: source.document_name,
    version: source.version,
    // jsonb stores times as text
    uploadedOn: new Date(source.uploaded_at).toISOString().slice(0, 10),
    page: source.page_number,
    section: headingsOf(source.section) || null,
    passage: source.passage_text,
    pageIndex: source.page_index,
  };
}
