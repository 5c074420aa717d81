import { Citation } from "#contract/answering/answers.ts";
import { citedWords } from "#contract/answering/cited-words.ts";
import type * as contract from "#contract/answering/desk.ts";
import type { DeskItem, DeskKind } from "#contract/answering/desk.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import { closeAndTell } from "#server/answering/approved-answers/close-declined.ts";
import { openDeclined } from "#server/answering/approved-answers/open-declined.ts";
import type { DeclinedRow } from "#server/answering/approved-answers/open-declined.ts";
import { listApproved } from "#server/answering/approved-answers/shared-store.ts";
import { presentRun, titleOf, waitingRuns } from "#server/answering/test-runs/waiting.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import type { Context } from "#server/kernel/context.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { AppError } from "#server/platform/errors.ts";
import { latestRequests } from "./expert-store.ts";
import { allow } from "./policy.ts";
import { listBadRatings } from "./store.ts";
import { listDisagreeing } from "#server/answering/approved-answers/open-declined.ts";
import type { DisagreeingRow } from "#server/answering/approved-answers/open-declined.ts";

const mostOfKind = 200;

export async function listDesk(
  ctx: Context,
  { themeId, kind }: Input<typeof contract.listDesk>,
): Promise<Result<typeof contract.listDesk>> {
  const asks = (one: DeskKind) => kind === undefined || kind === one;
  const items: DeskItem[] = [];
  if (asks("declined")) items.push(...(await declinedItems(ctx, themeId)));
  if (asks("bad_rating")) items.push(...(await badRatings(ctx, themeId)));
  if (asks("disagreement")) items.push(...(await disagreements(ctx, themeId)));
  if (asks("test_run")) items.push(...(await testRuns(ctx, themeId)));
  if (asks("approval") || asks("suspended") || asks("due"))
    items.push(...(await approvedItems(ctx, themeId)));
  return items
    .filter((item) => asks(item.kind))
    .toSorted((one, other) => other.times - one.times || other.lastAt.localeCompare(one.lastAt));
}

export async function countDesk(ctx: Context): Promise<Result<typeof contract.countDesk>> {
  return { waiting: (await listDesk(ctx, {})).length };
}

/** Questions that ask the same, of one theme. */
async function groupsOf(ctx: Context, rows: readonly DeclinedRow[]): Promise<DeclinedRow[][]> {
  const groups: DeclinedRow[][] = [];
  for (const own of Map.groupBy(rows, ({ theme_id }) => theme_id).values()) {
    const questions = own.map(({ question }) => question);
    const work = runInAnswerPool(ctx, "groupSame", { questions }, new AbortController().signal);
    // each by itself where that takes too long
    const places = await onDeadline(work, () => own.map((_, place) => [place]));
    groups.push(...places.map((group) => group.flatMap((place) => own[place] ?? [])));
  }
  return groups;
}

async function declinedItems(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  const groups = await groupsOf(ctx, await openDeclined(ctx, { themeId }));
  const asked = await latestRequests(
    ctx,
    groups.flatMap((group) => group.map(({ id }) => id)),
  );
  return groups
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostOfKind)
    .flatMap((group) => asOne(group, asked) ?? []);
}

/** Questions, newest first, as one declined item. */
function asOne(
  group: readonly DeclinedRow[],
  asked: Awaited<ReturnType<typeof latestRequests>>,
): DeskItem | null {
  const [newest, oldest] = [group[0], group.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const request = group.map(({ id }) => asked.get(id)).find((one) => one !== undefined);
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
    ...{ approvedId: null, testRun: null, documents: [] },
  };
}

async function disagreements(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  const groups = disagreeingGroups(await listDisagreeing(ctx, { themeId }));
  const ids = groups.flatMap((group) => group.map(({ id }) => id));
  const asked = await latestRequests(ctx, ids);
  return groups.slice(0, mostOfKind).flatMap((group) => {
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
const disagreeingGroups = (rows: readonly DisagreeingRow[]): DisagreeingRow[][] => [
  ...Map.groupBy(rows, ({ theme_id, document_id, other_id }) =>
    [theme_id, ...[document_id, other_id].toSorted((one, other) => one - other)].join(" "),
  ).values(),
];

async function badRatings(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  return (await listBadRatings(ctx, themeId, mostOfKind)).map((row) => ({
    kind: "bad_rating",
    question: row.question,
    themeId: row.theme_id,
    themeName: row.theme_name,
    companyName: row.company_name,
    times: 1,
    people: 1,
    firstAt: row.opened_at.toISOString(),
    lastAt: row.created_at.toISOString(),
    owner: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? "" },
    expert: null,
    interactionId: row.id,
    ...{ approvedId: null, testRun: null, documents: [] },
  }));
}

async function testRuns(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  return (await waitingRuns(ctx, themeId, mostOfKind)).map((row) => ({
    kind: "test_run",
    question: titleOf(row),
    themeId: row.theme_id,
    themeName: row.theme_name,
    companyName: row.company_name,
    times: (row.broken ?? 0) + (row.failed ?? 0),
    people: 0,
    firstAt: row.created_at.toISOString(),
    lastAt: (row.finished_at ?? row.created_at).toISOString(),
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? "" },
    expert: null,
    interactionId: null,
    ...{ approvedId: null, testRun: presentRun(row), documents: [] },
  }));
}

async function approvedItems(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  const { rows } = await listApproved(ctx, { state: "waiting", themeId, page: 1, pageSize: mostOfKind });
  return rows.map((row) => ({
    kind: row.is_due ? "due" : row.state === "proposed" ? "approval" : "suspended",
    question: row.question,
    themeId: row.theme_id,
    themeName: row.theme_name,
    companyName: row.company_name,
    times: row.times_used,
    people: 0,
    firstAt: row.created_at.toISOString(),
    lastAt: (row.approved_at ?? row.created_at).toISOString(),
    owner: { id: row.owner_id, name: row.owner_name },
    expert: null,
    interactionId: row.interaction_id,
    ...{ approvedId: row.id, testRun: null, documents: [] },
  }));
}

export async function closeDeclined(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.closeDeclined>> {
  const interaction = allow(ctx, "close", await getInteraction(ctx, id));
  const themeId = interaction.theme_id;
  const disagreeing = disagreeingGroups(await listDisagreeing(ctx, { themeId }));
  const own = disagreeing.find((rows) => rows.some((row) => row.id === id));
  if (own !== undefined)
    return closeAndTell(ctx, own, null, "Documents that disagreed about your question were clarified");
  const open = await openDeclined(ctx, { themeId });
  if (!open.some((row) => row.id === id))
    throw new AppError("conflict", "This question is not among those that wait: it was answered or closed.");
  const group = (await groupsOf(ctx, open)).find((rows) => rows.some((row) => row.id === id)) ?? [];
  // whoever closes it may have added a document, or decided that there will be none
  return closeAndTell(
    ctx,
    group,
    null,
    "A question you asked was closed; ask it again for an answer of today",
  );
}
