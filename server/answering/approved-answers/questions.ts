import { type SelectedTags, SelectedTags as Tags } from "#contract/kernel/values.ts";
import type { AskedFor, Candidate } from "#engine/approved/match.ts";
import { namedAmong } from "#engine/quote/focus.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import { stateNames } from "#reading/tags/states.ts";
import { exclusiveTags } from "#server/answering/answers/chosen-tags.ts";
import type { Context } from "#server/kernel/context.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { listActive } from "./store.ts";

const groups = ["distributionPartners", "products", "topics", "states"] as const;

/** The tags that an answer holds for, from its row. */
export const groupsHeld = ({ selected_tags }: { selected_tags: unknown }) =>
  groupsOf(Tags.parse(selected_tags));

/** Chosen tags in the order of the groups. */
export const groupsOf = (tags: SelectedTags) => groups.map((group) => tags[group]);

/** The tags that a question can name, in the order of the groups; empty for groups whose tags are ordinary words. */
export async function knownTags(ctx: Context, theme: ThemeRow): Promise<string[][]> {
  const tags = await exclusiveTags(ctx, theme);
  const known = {
    distributionPartners: [],
    topics: [],
    products: [...theme.product_tags, ...tags.products],
    states: [...theme.state_tags, ...tags.states],
  };
  return groups.map((group) => [...new Set<string>(known[group])]);
}

/** The theme's active answers as the matching reads them. */
export async function candidatesOf(
  ctx: Context,
  theme: { company_id: number; id: number },
): Promise<Candidate[]> {
  return (await listActive(ctx, theme)).map((row) => ({
    id: row.id,
    questions: [row.question, ...row.other_questions],
    tags: groupsHeld(row),
  }));
}

type Questions = { question: string; otherQuestions: readonly string[]; tags: SelectedTags };

/**
 * @throws AppError invalid if a question names a state or product that its tags exclude; conflict if another active answer
 *   already answers one of the questions
 */
export async function checkQuestions(
  ctx: Context,
  theme: ThemeRow,
  { question, otherQuestions, tags }: Questions,
  own: number | null,
): Promise<void> {
  const known = await knownTags(ctx, theme);
  const texts = [question, ...otherQuestions];
  for (const group of ["products", "states"] as const) {
    if (tags[group].length === 0) continue;
    const all = [...(known[groups.indexOf(group)] ?? []), ...(group === "states" ? stateNames : [])];
    for (const text of texts) {
      const named = namedAmong(text, all).find((tag) => !tags[group].includes(tag));
      if (named !== undefined)
        throw invalid(
          "tags",
          `“${text}” names ${named}, but the answer holds for ${tags[group].join(", ")} only. Change the question or the tags.`,
        );
    }
  }
  const candidates = (await candidatesOf(ctx, theme)).filter(({ id }) => id !== own);
  if (candidates.length === 0) return;
  for (const text of texts) {
    const asked: AskedFor = { question: text, tags: groupsOf(tags), known };
    const { same } = await runInAnswerPool(
      ctx,
      "matchApproved",
      { asked, previous: null, candidates },
      new AbortController().signal,
    );
    const other = candidates.find(({ id }) => id === same);
    if (other !== undefined)
      throw new AppError(
        "conflict",
        `Another approved answer already answers “${text}”: “${other.questions[0] ?? ""}”. Change that one, or retire it first.`,
      );
  }
}
