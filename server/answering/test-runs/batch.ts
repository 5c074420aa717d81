import { Citation } from "#contract/answering/answers.ts";
import { bestWords } from "#engine/draft.ts";
import type { CitedSource } from "#engine/draft.ts";
import { locateWords } from "#engine/text/locate-words.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Instead } from "#server/knowledge/documents/theme-indexes.ts";
import type { TestedSide } from "./compare.ts";
import { loadApproved, loadRated, standsIn } from "./set-store.ts";

/** A question of the test set. */
export type TestedItem = {
  place: number;
  approvedId: number | null;
  interactionId: number | null;
  question: string;
  selectedTags: unknown;
  /** Whether these sources are what a right answer rests on; null: it declined. */
  isRight(sources: readonly CitedSource[] | null): boolean;
  /** The approved answer, which answers before the change and not with it; null: the question is asked on both sides. */
  approved: TestedSide | null;
};

type Set = { company_id: number; approved_ids: number[]; interaction_ids: number[] };

/**
 * The questions from that place of the set on. Approved answers whose words stand with the change are left out: they go on
 * answering.
 */
export async function loadBatch(
  ctx: Context,
  run: Set,
  { from, most, after }: { from: number; most: number; after: readonly Instead[] },
): Promise<TestedItem[]> {
  const until = from + most;
  const approvedIds = run.approved_ids.slice(from, until);
  const first = run.approved_ids.length;
  const ratedIds = run.interaction_ids.slice(Math.max(0, from - first), Math.max(0, until - first));
  const items: TestedItem[] = [];
  if (approvedIds.length > 0)
    for (const row of await loadApproved(ctx, run.company_id, approvedIds)) {
      const fallen = await firstFallen(ctx, run.company_id, row.citations, after);
      if (fallen === null) continue;
      items.push({
        place: run.approved_ids.indexOf(row.id),
        ...{
          approvedId: row.id,
          interactionId: null,
          question: row.question,
          selectedTags: row.selected_tags,
        },
        isRight: () => false,
        approved: {
          ...{ outcome: "answered", text: row.answer, words: row.answer, isRight: true },
          ...{ versionId: fallen.version_id, page: fallen.page_number },
        },
      });
    }
  if (ratedIds.length > 0)
    for (const row of await loadRated(ctx, run.company_id, ratedIds)) {
      const words = bestWords({
        quote: row.quote ?? "",
        answering: Citation.shape.answering.parse(row.answering ?? []),
      });
      items.push({
        place: first + run.interaction_ids.indexOf(row.id),
        ...{
          approvedId: null,
          interactionId: row.id,
          question: row.question,
          selectedTags: row.selected_tags,
        },
        isRight: (sources) =>
          row.outcome === "abstained"
            ? sources === null
            : sources?.some(({ evidence }) => locateWords(evidence.text, words) !== null) === true,
        approved: null,
      });
    }
  return items;
}

type Cited = { document_id: number; version_id: number; quote: string; page_number: number | null };

/** The first citation whose words no longer stand with the change; null: all stand. */
async function firstFallen(
  ctx: Context,
  companyId: number,
  citations: readonly Cited[],
  after: readonly Instead[],
): Promise<Cited | null> {
  for (const citation of citations) {
    const changed = after.find(({ documentId }) => documentId === citation.document_id);
    if (changed === undefined) continue;
    if (changed.versionId === null || !(await standsIn(ctx, companyId, changed.versionId, citation.quote)))
      return citation;
  }
  return null;
}
