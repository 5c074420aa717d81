import type { DeskItem } from "#contract/answering/desk.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import { openDeclined, type DeclinedRow } from "#server/answering/approved-answers/open-declined.ts";
import type { Context } from "#server/kernel/context.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { latestRequests } from "./expert-store.ts";
import { listBadRatings } from "./store.ts";

type Asked = Pick<
  DeclinedRow,
  "id" | "theme_id" | "theme_name" | "company_name" | "user_id" | "question" | "created_at"
>;

type Waiting = Asked & {
  isDeclined: boolean;
  isRatedBad: boolean;
  /** Who is to review it. */
  reviewer: DeskItem["owner"];
};

/** Questions that ask the same, of one theme. */
export async function groupsOf<Row extends Pick<Asked, "theme_id" | "question">>(
  ctx: Context,
  rows: readonly Row[],
): Promise<Row[][]> {
  const groups: Row[][] = [];
  for (const own of Map.groupBy(rows, ({ theme_id }) => theme_id).values()) {
    const questions = own.map(({ question }) => question);
    const work = runInAnswerPool(ctx, "groupSame", { questions }, new AbortController().signal);
    // each by itself where that takes too long
    const places = await onDeadline(work, () => own.map((_, index) => [index]));
    groups.push(...places.map((group) => group.flatMap((place) => own[place] ?? [])));
  }
  return groups;
}

/** Declined questions and answers rated bad: one item for all that ask the same of a theme. */
export async function waitingQuestions(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  const rows = new Map<number, Waiting>(
    (await openDeclined(ctx, { themeId })).map((row) => [
      row.id,
      { ...row, isDeclined: true, isRatedBad: false, reviewer: null },
    ]),
  );
  for (const { assignee_id, assignee_name, ...row } of await listBadRatings(ctx, themeId))
    rows.set(row.id, {
      ...row,
      isDeclined: rows.has(row.id),
      isRatedBad: true,
      reviewer: assignee_id === null ? null : { id: assignee_id, name: assignee_name ?? "" },
    });
  const newestFirst = [...rows.values()].toSorted((one, other) => other.id - one.id);
  const groups = await groupsOf(ctx, newestFirst);
  const experts = await latestRequests(ctx, [...rows.keys()]);
  return groups.flatMap((group) => {
    const item = asOne(group, experts);
    if (item === null) return [];
    const rated = group.find(({ isRatedBad }) => isRatedBad);
    const declined = group.find(({ isDeclined }) => isDeclined);
    return [
      {
        ...item,
        kind: declined === undefined ? "bad_rating" : "declined",
        owner: item.owner ?? rated?.reviewer ?? null,
        // a rated answer among declined questions can't be closed with them
        interactionId: (declined ?? rated)?.id ?? item.interactionId,
        ratedId: rated?.id ?? null,
      },
    ];
  });
}

/** Questions, newest first, as one item. */
export function asOne(
  group: readonly Asked[],
  experts: Awaited<ReturnType<typeof latestRequests>>,
): DeskItem | null {
  const [newest, oldest] = [group[0], group.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const request = group.map(({ id }) => experts.get(id)).find((one) => one !== undefined);
  return {
    kind: "declined",
    question: newest.question,
    themeId: newest.theme_id,
    themeName: newest.theme_name,
    companyName: newest.company_name,
    times: group.length,
    people: new Set(group.map(({ user_id }) => user_id)).size,
    firstAt: oldest.created_at.toISOString(),
    lastAt: newest.created_at.toISOString(),
    owner: request === undefined ? null : { id: request.expert_id, name: request.expert_name },
    expert: request === undefined ? null : { name: request.expert_name, answer: request.answer },
    interactionId: newest.id,
    ...{ ratedId: null, approvedId: null, testRun: null, documents: [] },
  };
}
