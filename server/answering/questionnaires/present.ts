import { citedWords } from "#contract/answering/cited-words.ts";
import { foldHeading, type HistoryEntry } from "#contract/answering/answers.ts";
import {
  Questionnaire,
  QuestionnairePlace,
  QuestionReview,
  type QuestionnaireDetails,
  type QuestionnaireQuestion,
} from "#contract/answering/questionnaires.ts";
import { presentEntry } from "#server/answering/interactions/present.ts";
import { listByIds } from "#server/answering/interactions/shared-store.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { mostAttempts } from "./answered-store.ts";
import { confidenceOf } from "./confidence.ts";
import { countByPlace, type QuestionRow } from "./question-store.ts";
import { getRow, type QuestionnaireRow } from "./store.ts";

export function presentRow(ctx: Context, row: QuestionnaireRow): Questionnaire {
  return {
    id: row.id,
    name: row.name,
    kind: Questionnaire.shape.kind.parse(row.kind),
    themeId: row.theme_id,
    themeName: row.theme_name,
    companyName: row.company_name,
    createdBy: row.author_name,
    isOwn: row.user_id === personOf(ctx).id,
    state: Questionnaire.shape.state.parse(row.state),
    reason: row.reason,
    total: row.total ?? 0,
    answered: row.answered ?? 0,
    failed: row.failed ?? 0,
    reviewed: row.reviewed ?? 0,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

const Places = QuestionnairePlace.omit({ questions: true }).array();

export const placesOf = (row: { places: unknown }) => Places.parse(row.places);

export async function presentDetails(ctx: Context, id: number): Promise<QuestionnaireDetails> {
  const row = await getRow(ctx, id);
  const counts = await countByPlace(ctx, row);
  const places = placesOf(row).map((place, index) => ({ ...place, questions: counts.get(index) ?? 0 }));
  return { ...presentRow(ctx, row), places };
}

/** Their answers as they are on record, with what people made of them. */
export async function presentQuestions(
  ctx: Context,
  row: QuestionnaireRow,
  rows: readonly QuestionRow[],
): Promise<QuestionnaireQuestion[]> {
  const ids = rows.flatMap(({ interaction_id: id }) => id ?? []);
  const entries = new Map((await listByIds(ctx, ids)).map((entry) => [entry.id, presentEntry(entry)]));
  const places = placesOf(row);
  return rows.map((question) => {
    const entry = entries.get(question.interaction_id ?? 0) ?? null;
    const review = QuestionReview.nullable().parse(question.review);
    const draft = draftOf(entry);
    const edited = question.edited_answer;
    // an edit that leaves the words as they are accepts them; other words are a person's, without the draft's sources
    const isWritten = edited !== null && edited.trim() !== draft.trim();
    const own = {
      review: review === "edited" && !isWritten ? ("accepted" as const) : review,
      ...{ reviewer: question.reviewer_name, isTooLong: question.is_too_long },
    };
    return {
      ordinal: question.ordinal,
      question: question.question,
      where: whereOf(places[question.place]?.name ?? "", question.row, row.kind),
      sameAs: question.same_as,
      state: stateOf(question),
      answer: review === "not_answered" ? "" : (edited ?? draft),
      confidence: confidenceOf(entry, own),
      note:
        question.is_too_long || isWritten ? null : (entry?.reason ?? entry?.fallback ?? failureOf(question)),
      sources: review === "not_answered" || isWritten ? [] : sourcesOf(entry),
      interactionId: question.interaction_id,
      review,
      reviewedBy: question.reviewer_name,
    };
  });
}

const failureOf = ({ outcome, failure }: QuestionRow) => (outcome === "failed" ? failure : null);

/** Rows as the program shows them, from 1; a paragraph has no visible number. */
function whereOf(place: string, row: number, kind: string): string {
  return kind === "docx" && place === "Paragraphs" ? place : `${place}, row ${row + 1}`;
}

function stateOf({
  is_too_long,
  interaction_id,
  outcome,
  attempts,
}: QuestionRow): QuestionnaireQuestion["state"] {
  if (is_too_long) return "too_long";
  if (interaction_id === null) return "waiting";
  if (outcome === "answered") return "answered";
  if (outcome === "abstained") return "declined";
  if (outcome === "pending") return "asked";
  return attempts >= mostAttempts ? "failed" : "waiting";
}

function draftOf(entry: HistoryEntry | null): string {
  if (entry?.outcome !== "answered") return "";
  return entry.mode === "extractive" ? quotedOf(entry) : plainOf(entry.response);
}

/** A quoted passage may be a page long: a cell holds its words that answer. */
const quotedOf = (entry: HistoryEntry): string =>
  shownCitations(entry)
    .map((citation) => `${citedWords(citation).trim()} [${citation.marker}]`)
    .join("\n");

function shownCitations({ response, citations }: HistoryEntry): HistoryEntry["citations"] {
  const [shown = ""] = response.split(foldHeading);
  return citations.filter(({ marker }) => shown.includes(`[${marker}]`));
}

/** The words that answer, without further passages and without the signs of Markdown. */
function plainOf(response: string): string {
  const [first = ""] = response.split(foldHeading);
  return first
    .replaceAll("**", "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function sourcesOf(entry: HistoryEntry | null): QuestionnaireQuestion["sources"] {
  if (entry === null) return [];
  if (entry.outcome === "answered") return shownCitations(entry);
  return entry.nearest.map(({ closest, ...source }) => ({
    ...source,
    marker: 0,
    quote: source.passage,
    answering: closest === null ? [] : [closest],
  }));
}

/** A source in one line of a cell. */
export function sourceLine({
  marker,
  documentName,
  version,
  page,
  section,
}: QuestionnaireQuestion["sources"][number]) {
  const place = page === null ? section : `page ${page}`;
  const line = [`${documentName}, version ${version}`, place].filter((part) => part !== null && part !== "");
  return `${marker === 0 ? "See also: " : `[${marker}] `}${line.join(", ")}`;
}
