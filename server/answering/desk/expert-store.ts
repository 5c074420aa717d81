import { sql } from "kysely";
import { isClosedSince } from "#server/answering/approved-answers/shared-store.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

function selectRequests(ctx: Context) {
  const query = ctx.db
    .selectFrom("expert_requests as r")
    .innerJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "r.company_id").onRef("i.id", "=", "r.interaction_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .selectAll("r")
    .select([
      "i.question",
      "t.name as theme_name",
      sql<string>`(select p.name from person_name(r.expert_id) p)`.as("expert_name"),
      sql<string>`(select p.name from person_name(r.asked_by) p)`.as("asker_name"),
      // by a closing, or by the verdict on an answer rated bad
      sql<boolean>`(r.answered_at is null and (${isClosedSince("r.asked_at")} or exists (
        select 1 from review_cases rc where rc.company_id = i.company_id and rc.interaction_id = i.id
          and rc.status = 'done' and rc.closed_at > r.asked_at)))`.as("is_closed"),
    ])
    .where("i.erased_at", "is", null);
  return ctx.company === null ? query : query.where("r.company_id", "=", ctx.company);
}

export type ExpertRow = Awaited<ReturnType<ReturnType<typeof selectRequests>["executeTakeFirstOrThrow"]>>;

export const mostRequests = 200;

/** Those that the caller was asked. */
export function listOwnRequests(ctx: Context): Promise<ExpertRow[]> {
  return selectRequests(ctx)
    .where("r.expert_id", "=", personOf(ctx).id)
    .orderBy("is_closed")
    .orderBy(sql`r.answered_at is null`, "desc")
    .orderBy("r.id", "desc")
    .limit(mostRequests)
    .execute();
}

/** Locked: of two answers the second one is refused. */
export async function getOwnRequest(ctx: Context, id: number): Promise<ExpertRow> {
  await sql`select 1 from expert_requests where id = ${id} for update`.execute(ctx.db);
  return selectRequests(ctx)
    .where("r.expert_id", "=", personOf(ctx).id)
    .where("r.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
}

export function getRequest(ctx: Context, id: number): Promise<ExpertRow> {
  return selectRequests(ctx).where("r.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** The latest request about each of these questions. */
export async function latestRequests(
  ctx: Context,
  interactionIds: number[],
): Promise<Map<number, ExpertRow>> {
  if (interactionIds.length === 0) return new Map();
  const rows = await selectRequests(ctx)
    .where("r.interaction_id", "in", interactionIds)
    .orderBy("r.id")
    .execute();
  return new Map(rows.map((row) => [row.interaction_id, row]));
}

/** Whether a person still owes an answer to a question; of two who ask at once, the second one finds the first's request. */
export async function isAsked(
  ctx: Context,
  { company_id, id }: { company_id: number; id: number },
  expertId: number,
): Promise<boolean> {
  await sql`select 1 from interactions where company_id = ${company_id} and id = ${id} for no key update`.execute(
    ctx.db,
  );
  const row = await ctx.db
    .selectFrom("expert_requests")
    .select("id")
    .where("company_id", "=", company_id)
    .where("interaction_id", "=", id)
    .where("expert_id", "=", expertId)
    .where("answered_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRequest(
  ctx: Context,
  interaction: { company_id: number; id: number },
  { expertId, note }: { expertId: number; note: string },
): Promise<number> {
  const row = await ctx.db
    .insertInto("expert_requests")
    .values({
      company_id: interaction.company_id,
      interaction_id: interaction.id,
      expert_id: expertId,
      asked_by: personOf(ctx).id,
      note,
      asked_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setAnswer(
  ctx: Context,
  request: { company_id: number; id: number },
  answer: string,
): Promise<void> {
  await ctx.db
    .updateTable("expert_requests")
    .set({ answer, answered_at: ctx.now })
    .where("company_id", "=", request.company_id)
    .where("id", "=", request.id)
    .execute();
}
