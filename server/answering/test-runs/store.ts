import { sql, type ExpressionBuilder } from "kysely";
import type { HeldChange } from "#contract/knowledge/themes.ts";
import { mostTestRuns, type TestedChange, type TestRunState } from "#contract/answering/test-runs.ts";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { Instead } from "#server/knowledge/documents/theme-indexes.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import { notFound } from "#server/platform/errors.ts";
import type { TestedSide } from "./compare.ts";

type Key = { company_id: number; id: number };

export type NewRun = {
  kind: "document" | "settings";
  document_id: number | null;
  version_before: number | null;
  version_after: number | null;
  settings_before: HeldChange;
  settings_after: HeldChange;
  contents_before: Instead[];
  contents_after: Instead[];
  approved_ids: number[];
  interaction_ids: number[];
  is_held: boolean;
};

export async function insertRun(
  ctx: Context,
  theme: Key,
  { settings_before, settings_after, contents_before, contents_after, ...run }: NewRun,
): Promise<number> {
  const row = await ctx.db
    .insertInto("test_runs")
    .values({
      ...run,
      company_id: theme.company_id,
      theme_id: theme.id,
      settings_before: JSON.stringify(settings_before),
      settings_after: JSON.stringify(settings_after),
      contents_before: JSON.stringify(contents_before),
      contents_after: JSON.stringify(contents_after),
      state: "running",
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Tries a document together with others that answer at once and whose run has not started: a hundred uploads are one or two
 * runs. @returns false if there is none
 */
export async function joinRun(
  ctx: Context,
  theme: Key,
  { contents_before, contents_after }: Pick<NewRun, "contents_before" | "contents_after">,
): Promise<boolean> {
  const { rows } = await sql`
    update test_runs set contents_before = contents_before || ${JSON.stringify(contents_before)}::jsonb,
      contents_after = contents_after || ${JSON.stringify(contents_after)}::jsonb
    where company_id = ${theme.company_id} and theme_id = ${theme.id} and id = (
      select max(r.id) from test_runs r where r.company_id = ${theme.company_id} and r.theme_id = ${theme.id}
        and r.kind = 'document' and r.state = 'running' and not r.is_held and r.started_at is null)
    returning id`.execute(ctx.db);
  return rows.length > 0;
}

/** From now on, no document joins it. */
export async function setStarted(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable("test_runs")
    .set({ started_at: ctx.now })
    .where("id", "=", id)
    .where("started_at", "is", null)
    .execute();
}

const open = ["running", "finished"] as const satisfies TestRunState[];

/** A later change of the same document, or of the settings, takes the place of the runs that nobody decided. @returns their ids */
export async function supersede(ctx: Context, theme: Key, documentId: number | null): Promise<number[]> {
  const rows = await ctx.db
    .updateTable("test_runs")
    .set({ state: "superseded", finished_at: sql`coalesce(finished_at, ${ctx.now}::timestamptz)` })
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("state", "in", open)
    .where("document_id", documentId === null ? "is" : "=", documentId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

const countOf = (eb: ExpressionBuilder<DB & { r: DB["test_runs"] }, "r">, kind: TestedChange) =>
  eb
    .selectFrom("test_run_changes as c")
    .select(sql<number>`count(*)`.as("n"))
    .whereRef("c.company_id", "=", "r.company_id")
    .whereRef("c.test_run_id", "=", "r.id")
    .where("c.kind", "=", kind);

function selectRuns(ctx: Context) {
  const query = ctx.db
    .selectFrom("test_runs as r")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "r.company_id").onRef("t.id", "=", "r.theme_id"),
    )
    .innerJoin("companies as co", "co.id", "r.company_id")
    .leftJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "r.company_id").onRef("d.id", "=", "r.document_id"),
    )
    .leftJoin("document_versions as b", (join) =>
      join.onRef("b.company_id", "=", "r.company_id").onRef("b.id", "=", "r.version_before"),
    )
    .leftJoin("document_versions as a", (join) =>
      join.onRef("a.company_id", "=", "r.company_id").onRef("a.id", "=", "r.version_after"),
    )
    .selectAll("r")
    .select([
      "t.name as theme_name",
      recordedName("co").as("company_name"),
      "d.name as document_name",
      "b.version as number_before",
      "a.version as number_after",
      "a.uploaded_by as owner_id",
      sql<string | null>`(select p.name from person_name(a.uploaded_by) p)`.as("owner_name"),
      sql<string | null>`(select p.name from person_name(r.decided_by) p)`.as("decider_name"),
    ])
    .select((eb) => [
      countOf(eb, "broken").as("broken"),
      countOf(eb, "failed").as("failed"),
      countOf(eb, "changed").as("changed"),
      countOf(eb, "fixed").as("fixed"),
    ])
    // of deleted themes and documents, nothing is left to decide
    .where("t.deleted_at", "is", null)
    .where("d.deleted_at", "is", null);
  return ctx.company === null ? query : query.where("r.company_id", "=", ctx.company);
}

export type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>["executeTakeFirstOrThrow"]>>;

export function getRun(ctx: Context, id: number): Promise<RunRow> {
  return selectRuns(ctx).where("r.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** Locked until the transaction ends: of two decisions, the second one is refused. */
export async function holdRun(ctx: Context, id: number): Promise<RunRow> {
  await sql`select 1 from test_runs where id = ${id} for update`.execute(ctx.db);
  return getRun(ctx, id);
}

export function listRuns(ctx: Context, themeId: number | undefined): Promise<RunRow[]> {
  let query = selectRuns(ctx);
  if (themeId !== undefined) query = query.where("r.theme_id", "=", themeId);
  return query.orderBy("r.id", "desc").limit(mostTestRuns).execute();
}

/** Those that wait for a person: held ones, and others that changed an answer. */
export function listWaitingRuns(ctx: Context, themeId: number | undefined, limit: number): Promise<RunRow[]> {
  let query = selectRuns(ctx)
    .where("r.state", "in", open)
    .where((eb) =>
      eb.or([
        eb("r.is_held", "=", true),
        eb.and([
          eb("r.state", "=", "finished"),
          eb.exists(
            eb
              .selectFrom("test_run_changes as c")
              .select("c.place")
              .whereRef("c.company_id", "=", "r.company_id")
              .whereRef("c.test_run_id", "=", "r.id"),
          ),
        ]),
      ]),
    );
  if (themeId !== undefined) query = query.where("r.theme_id", "=", themeId);
  return query.orderBy("r.id", "desc").limit(limit).execute();
}

const severity = sql`array_position(array['broken', 'failed', 'changed', 'fixed'], c.kind)`;

export function listChanges(ctx: Context, run: Key) {
  const version = (alias: "b" | "a", column: "version_before" | "version_after") =>
    sql<{
      version: number;
      name: string;
    } | null>`(select json_build_object('version', v.version, 'name', d.name)
      from document_versions v join documents d on d.company_id = v.company_id and d.id = v.document_id
      where v.company_id = c.company_id and v.id = c.${sql.ref(column)})`.as(`source_${alias}`);
  return ctx.db
    .selectFrom("test_run_changes as c")
    .leftJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "c.company_id").onRef("i.id", "=", "c.interaction_id"),
    )
    .leftJoin("approved_answers as p", (join) =>
      join.onRef("p.company_id", "=", "c.company_id").onRef("p.id", "=", "c.approved_answer_id"),
    )
    .select(["c.kind", "c.before", "c.after", "c.approved_answer_id", "c.interaction_id"])
    .select([
      sql<string>`coalesce(i.question, p.question, '')`.as("question"),
      version("b", "version_before"),
      version("a", "version_after"),
    ])
    .where("c.company_id", "=", run.company_id)
    .where("c.test_run_id", "=", run.id)
    .orderBy(severity)
    .orderBy("c.place")
    .execute();
}

export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number];

/** One question whose answers differ. `place`: in the test set. */
export type FoundChange = {
  place: number;
  approvedId: number | null;
  interactionId: number | null;
  kind: TestedChange;
  before: TestedSide;
  after: TestedSide;
};

/** @returns false if the run is no longer running: then nothing is kept */
export async function keepAsked(
  ctx: Context,
  run: Key,
  { asked, changes, isLast }: { asked: number; changes: FoundChange[]; isLast: boolean },
): Promise<boolean> {
  const done = await ctx.db
    .updateTable("test_runs")
    .set({ asked, ...(isLast ? { state: "finished", finished_at: ctx.now } : {}) })
    .where("company_id", "=", run.company_id)
    .where("id", "=", run.id)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) !== 1) return false;
  if (changes.length === 0) return true;
  const shown = ({ outcome, text, page }: TestedSide) => JSON.stringify({ outcome, text, page });
  await ctx.db
    .insertInto("test_run_changes")
    .values(
      changes.map(({ place, kind, before, after, approvedId, interactionId }) => ({
        company_id: run.company_id,
        test_run_id: run.id,
        place,
        approved_answer_id: approvedId,
        interaction_id: interactionId,
        kind,
        before: shown(before),
        after: shown(after),
        version_before: before.versionId,
        version_after: after.versionId,
      })),
    )
    // asked before a server was killed
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function setDecided(
  ctx: Context,
  run: Allowed<Key, "decide">,
  state: TestRunState,
): Promise<void> {
  await ctx.db
    .updateTable("test_runs")
    .set({
      state,
      decided_by: personOf(ctx).id,
      decided_at: ctx.now,
      finished_at: sql`coalesce(finished_at, ${ctx.now}::timestamptz)`,
    })
    .where("company_id", "=", run.company_id)
    .where("id", "=", run.id)
    .execute();
}
