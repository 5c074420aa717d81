import type * as contract from "#contract/answering/desk.ts";
import type { DeskItem, DeskKind } from "#contract/answering/desk.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { listApproved, type ApprovedRow } from "#server/answering/approved-answers/shared-store.ts";
import { presentRun, titleOf, waitingRuns } from "#server/answering/test-runs/waiting.ts";
import { type Context, personOf } from "#server/kernel/context.ts";
import { disagreements } from "./disagreements.ts";
import { mostOfKind } from "./store.ts";
import { waitingQuestions } from "./waiting-questions.ts";

type Filters = Input<typeof contract.listDesk>;

export async function listDesk(ctx: Context, filters: Filters): Promise<Result<typeof contract.listDesk>> {
  const { themeId, kind } = filters;
  const asks = (...kinds: DeskKind[]) => kind === undefined || kinds.includes(kind);
  const items: DeskItem[] = [];
  if (asks("declined", "bad_rating")) items.push(...(await waitingQuestions(ctx, themeId)));
  if (asks("disagreement")) items.push(...(await disagreements(ctx, themeId)));
  if (asks("test_run")) items.push(...(await testRuns(ctx, themeId)));
  if (asks("approval", "suspended", "due", "said_same")) items.push(...(await approvedItems(ctx, themeId)));
  const wanted = items
    .filter((item) => asks(...kindsOf(item)) && isWanted(ctx, item, filters))
    .toSorted(mostAskedFirst);
  return [...Map.groupBy(wanted, (item) => item.kind).values()]
    .flatMap((own) => own.slice(0, mostOfKind))
    .toSorted(mostAskedFirst);
}

export async function countDesk(ctx: Context): Promise<Result<typeof contract.countDesk>> {
  return { waiting: (await listDesk(ctx, { timeZone: "UTC" })).length };
}

const mostAskedFirst = (one: DeskItem, other: DeskItem) =>
  other.times - one.times || other.lastAt.localeCompare(one.lastAt);

const kindsOf = ({ kind, ratedId }: DeskItem): DeskKind[] => [
  kind,
  ...(ratedId === null ? [] : (["bad_rating"] as const)),
];

function isWanted(ctx: Context, item: DeskItem, { search, owner, from, to, timeZone }: Filters): boolean {
  const words = [item.question, ...item.documents.map(({ name }) => name)].join("\n").toLowerCase();
  if (search !== undefined && !words.includes(search.toLowerCase())) return false;
  if (owner !== undefined && (item.owner?.id ?? "nobody") !== (owner === "me" ? personOf(ctx).id : owner))
    return false;
  if (from === undefined && to === undefined) return true;
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone });
  const dayOf = (at: string) => days.format(new Date(at));
  return (
    (from === undefined || dayOf(item.lastAt) >= from) && (to === undefined || dayOf(item.firstAt) <= to)
  );
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
    ...{ approvedId: null, ratedId: null, testRun: presentRun(row), documents: [] },
  }));
}

async function approvedItems(ctx: Context, themeId: number | undefined): Promise<DeskItem[]> {
  const { rows } = await listApproved(ctx, { state: "waiting", themeId, page: 1, pageSize: mostOfKind });
  return rows.map((row) => ({
    question: row.question,
    themeId: row.theme_id,
    themeName: row.theme_name,
    companyName: row.company_name,
    ...waitOf(row),
    owner: { id: row.owner_id, name: row.owner_name },
    expert: null,
    interactionId: row.interaction_id,
    ...{ approvedId: row.id, ratedId: null, testRun: null, documents: [] },
  }));
}

function waitOf(row: ApprovedRow): Pick<DeskItem, "kind" | "times" | "people" | "firstAt" | "lastAt"> {
  const since = {
    firstAt: row.created_at.toISOString(),
    lastAt: (row.approved_at ?? row.created_at).toISOString(),
  };
  const state = row.is_due ? "due" : stateOf(row);
  if (state !== null) return { kind: state, times: row.times_used, people: 0, ...since };
  const said = row.said_same.flatMap(({ first_at, last_at }) => [first_at, last_at]);
  const days = said.map((at) => new Date(at).toISOString()).toSorted();
  return {
    kind: "said_same",
    times: row.said_same.reduce((sum, { people }) => sum + people, 0),
    people: 0,
    firstAt: days[0] ?? since.firstAt,
    lastAt: days.at(-1) ?? since.lastAt,
  };
}

/** null: it answers, and waits for nothing of its own. */
const stateOf = ({ state }: ApprovedRow) =>
  state === "proposed" ? "approval" : state === "suspended" ? "suspended" : null;
