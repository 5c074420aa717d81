import { Citation } from "#contract/answering/answers.ts";
import { bestWords, type CitedSource } from "#engine/draft.ts";
import type { FoundPassage } from "#engine/evidence.ts";
import { locateWords } from "#engine/text/locate-words.ts";
import { passageOnRecord } from "#server/answering/approved-answers/passage-on-record.ts";
import { wordsThatSaySame } from "#server/answering/approved-answers/renewal.ts";
import type { Asking } from "#server/answering/answers/run-in-answer-pool.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Instead } from "#server/knowledge/documents/theme-indexes.ts";
import type { Tested } from "./ask-side.ts";
import type { TestedSide } from "./compare.ts";
import { loadApproved, loadRated, standsIn } from "./set-store.ts";

/** A question of the test set. */
export type TestedItem = Tested & {
  place: number;
  approvedId: number | null;
  interactionId: number | null;
  /** The approved answer, which answers before the change and not with it; null: the question is asked on both sides. */
  approved: TestedSide | null;
};

type Set = { company_id: number; approved_ids: number[]; interaction_ids: number[] };

/**
 * The questions of the set from that position. Approved answers whose words survive the change are left out: they go on
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
      const fallen = await fallenOf(ctx, run.company_id, row.citations, after);
      const [first] = fallen;
      if (first === undefined) continue;
      items.push({
        place: run.approved_ids.indexOf(row.id),
        ...{
          approvedId: row.id,
          interactionId: null,
          question: row.question,
          selectedTags: row.selected_tags,
        },
        // other words that mean the same renew it with one press
        isRight: async (sources) => sources !== null && (await sayAll(ctx, fallen.map(wordsOf), sources)),
        approved: {
          ...{ outcome: "answered", text: row.answer, words: row.answer, isRight: true },
          ...{ versionId: first.version_id, page: first.page_number },
        },
      });
    }
  if (ratedIds.length > 0)
    for (const row of await loadRated(ctx, run.company_id, ratedIds)) {
      const rightly = row.source === null ? [] : [wordsOf(row.source)];
      items.push({
        place: first + run.interaction_ids.indexOf(row.id),
        ...{
          approvedId: null,
          interactionId: row.id,
          question: row.question,
          selectedTags: row.selected_tags,
        },
        isRight: async (sources) =>
          row.outcome === "abstained"
            ? sources === null
            : sources !== null && (await sayAll(ctx, rightly, sources)),
        approved: null,
      });
    }
  return items;
}

type Cited = Awaited<ReturnType<typeof loadApproved>>[number]["citations"][number];

/** The citations whose words the change removes. */
async function fallenOf(
  ctx: Context,
  companyId: number,
  citations: readonly Cited[],
  after: readonly Instead[],
): Promise<Cited[]> {
  const fallen: Cited[] = [];
  for (const citation of citations) {
    const changed = after.find(({ documentId }) => documentId === citation.document_id);
    if (changed === undefined) continue;
    if (changed.versionId === null || !(await standsIn(ctx, companyId, changed.versionId, citation.quote)))
      fallen.push(citation);
  }
  return fallen;
}

type Words = { quote: string; passage: FoundPassage };

/** What a citation on record says. */
function wordsOf(cited: Cited & { answering?: unknown }): Words {
  const answering = Citation.shape.answering.parse(cited.answering ?? []);
  return { quote: bestWords({ quote: cited.quote, answering }), passage: passageOnRecord(cited) };
}

/** Whether some of these sources say each of them, in these or other words. */
async function sayAll(
  caller: Asking,
  cited: readonly Words[],
  sources: readonly CitedSource[],
): Promise<boolean> {
  for (const words of cited) if (!(await isSaid(caller, words, sources))) return false;
  return cited.length > 0;
}

async function isSaid(caller: Asking, cited: Words, sources: readonly CitedSource[]): Promise<boolean> {
  if (sources.some(({ evidence }) => locateWords(evidence.text, cited.quote) !== null)) return true;
  for (const { evidence } of sources)
    if ((await wordsThatSaySame(caller, cited, evidence)) !== null) return true;
  return false;
}
