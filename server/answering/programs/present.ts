import type { Answer, AnswerEvent, Greeting, HistoryEntry } from "#contract/answering/answers.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/answering/programs.ts";
import type { ProgramAnswer, ProgramEvent, ProgramGreeting } from "#contract/answering/programs.ts";
import type { ProgramDocument } from "#contract/answering/program-documents.ts";
import { etagOf } from "#server/knowledge/documents/etag.ts";
import { presentDocument } from "#server/knowledge/documents/present.ts";
import type { DocumentRow } from "#server/knowledge/documents/shared-store.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";

/** The program's public address, and the data shown with an answer. */
type AnswerContext = { publicUrl: string; askedAt: Date };

/** An answer for programs. Sentences are the checked ones; headings are in the text only. */
export function presentProgramAnswer(
  answer: Answer & { correction?: HistoryEntry["correction"] },
  { publicUrl, askedAt }: AnswerContext,
): ProgramAnswer {
  const correction = answer.correction ?? null;
  const presentCited = (citation: Cited & { marker: number; quote: string }) => ({
    number: citation.marker,
    quote: citation.quote,
    ...linkedSource(citation, publicUrl),
  });
  return {
    id: answer.interactionId,
    outcome: answer.outcome === "abstained" ? "declined" : answer.outcome,
    text: answer.response,
    sentences: answer.claims.flatMap(({ start, end, markers, verdict, condition, isApplied }) =>
      // older records keep removed text as a sentence with its verdict
      verdict === "unsupported" || verdict === "contradicted"
        ? []
        : [
            {
              text: answer.response
                .slice(start, end)
                .replaceAll(/ ?\[\d{1,4}\]/g, "")
                .replaceAll("**", "")
                .trim(),
              citations: markers,
              limitedBy: condition ?? null,
              appliesYourFigures: isApplied ?? false,
              check: answer.mode === "extractive" ? ("quoted" as const) : verdict,
            },
          ],
    ),
    citations: answer.citations.map(presentCited),
    note: answer.reason ?? answer.fallback,
    writtenBy: ({ model: "model", extractive: "quotes", approved: "reviewer" } as const)[answer.mode],
    approval:
      answer.approved === null ? null : { by: answer.approved.approvedBy, at: answer.approved.approvedAt },
    correction:
      correction === null
        ? null
        : {
            text: correction.text,
            citations: correction.citations.map(presentCited),
            reviewedAt: correction.reviewedAt,
          },
    askedAt: askedAt.toISOString(),
  };
}

export function presentProgramGreeting({ response, questions }: Greeting): ProgramGreeting {
  return { id: null, outcome: "greeting", text: response, questions, sentences: [], citations: [] };
}

/** Citations come with the complete answer, where they belong to sentences. */
export function presentProgramEvent(event: AnswerEvent, place: AnswerContext): ProgramEvent | null {
  switch (event.type) {
    case "started":
      return { type: "started", id: event.interactionId };
    case "delta":
      return { type: "delta", text: event.text };
    case "fallback":
      return { type: "restarted", note: event.reason };
    case "done":
      return { type: "done", answer: presentProgramAnswer(event.answer, place) };
    case "failed":
      return { type: "failed", id: event.interactionId, error: event.error };
    case "citation":
    case "quotes":
    // a greeting is answered before a question is asked
    case "greeting":
      return null;
  }
}

type Cited = {
  documentId: number;
  documentName: string;
  version: number;
  page: number | null;
  pageIndex: number;
  section: string | null;
};

export function linkedSource(
  { documentId, documentName, version, page, pageIndex, section }: Cited,
  publicUrl: string,
) {
  const query = `page=${pageIndex + 1}&version=${version}`;
  return {
    document: { id: documentId, name: documentName, version },
    page,
    section,
    url: new URL(`/api/v1/documents/${documentId}/text?${query}`, publicUrl).href,
  };
}

export function presentProgramTheme(
  row: ThemeRow,
): Result<typeof contract.listProgramThemes>["themes"][number] {
  const { id, name, purpose } = row;
  return { id, name, purpose, isOpen: row.is_open, documents: row.document_count ?? 0 };
}

export function presentProgramDocument(row: DocumentRow): ProgramDocument {
  const { id, themeId, name, version, answeringVersion, status, isHeld, pages, sha256, receipt, createdAt } =
    presentDocument(row);
  return {
    id,
    themeId,
    externalId: row.external_id,
    name,
    version,
    answeringVersion,
    status,
    isHeld,
    reason: row.status_reason,
    pages,
    bytes: row.file_size,
    sha256,
    etag: etagOf(row),
    receipt,
    createdAt,
  };
}
