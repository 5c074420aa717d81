import { Citation } from "#contract/answering/answers.ts";
import { citedWords } from "#contract/answering/cited-words.ts";
import type { DeskItem } from "#contract/answering/desk.ts";
import { listDisagreeing, type DisagreeingRow } from "#server/answering/approved-answers/open-declined.ts";
import type { Context } from "#server/kernel/context.ts";
import { latestRequests } from "./expert-store.ts";
import { asOne } from "./waiting-questions.ts";

/** Two documents whose figures differ in the same answers: one item. */
export async function disagreements(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  const groups = disagreeingGroups(await listDisagreeing(ctx, { themeId }));
  const ids = groups.flatMap((group) => group.map(({ id }) => id));
  const asked = await latestRequests(ctx, ids);
  return groups.flatMap((group) => {
    const item = asOne(group, asked);
    const [newest] = group;
    if (item === null || newest === undefined) return [];
    const words = (quote: string, answering: unknown) =>
      citedWords({ quote, answering: Citation.shape.answering.parse(answering) });
    const documents = [
      { id: newest.document_id, name: newest.document_name, quote: words(newest.quote, newest.answering) },
      {
        id: newest.other_id,
        name: newest.other_name,
        quote: words(newest.other_quote, newest.other_answering),
      },
    ];
    return [{ ...item, kind: "disagreement" as const, documents }];
  });
}

/** Answers that showed the same two documents. */
export const disagreeingGroups = (rows: readonly DisagreeingRow[]): DisagreeingRow[][] => [
  ...Map.groupBy(rows, ({ theme_id, document_id, other_id }) =>
    [theme_id, ...[document_id, other_id].toSorted((one, other) => one - other)].join(" "),
  ).values(),
];
