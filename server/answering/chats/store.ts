import { sql } from "kysely";
import { holdsText } from "#server/platform/database/list.ts";
import { notFound } from "#server/platform/errors.ts";
import { may, personOf, type Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";

/** The questions of one person in one session. */
function selectFirst(ctx: Context) {
  return ctx.db
    .selectFrom("interactions as i")
    .innerJoin("interactions as f", (join) =>
      join
        .onRef("f.company_id", "=", "i.company_id")
        .onRef("f.user_id", "=", "i.user_id")
        .onRef("f.session_id", "=", "i.session_id")
        .on("f.erased_at", "is", null),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "f.company_id").onRef("t.id", "=", "f.theme_id"),
    )
    .leftJoin("chats as c", (join) =>
      join
        .onRef("c.company_id", "=", "i.company_id")
        .onRef("c.user_id", "=", "i.user_id")
        .onRef("c.session_id", "=", "i.session_id"),
    )
    .select([
      "f.id",
      "i.company_id",
      "i.user_id",
      "i.session_id",
      "f.question",
      "f.created_at",
      "t.name as theme_name",
      "c.name",
      "c.pinned_at",
      "c.updated_at",
      sql<string>`(select p.name from person_name(i.user_id) p)`.as("user_name"),
    ])
    .where("i.erased_at", "is", null)
    .orderBy("f.id")
    .limit(1);
}

export type ChatRow = Awaited<ReturnType<ReturnType<typeof selectFirst>["executeTakeFirstOrThrow"]>>;

/**
 * The chat of a question, in the caller's reach: their own or, with permission to read interactions, anyone's in the company.
 * @throws AppError not_found
 */
export function getChat(ctx: Context, id: number): Promise<ChatRow> {
  let query = selectFirst(ctx).where("i.id", "=", id);
  if (ctx.company !== null) query = query.where("i.company_id", "=", ctx.company);
  if (!may(ctx, "interaction:list")) query = query.where("i.user_id", "=", personOf(ctx).id);
  return query.executeTakeFirstOrThrow(notFound);
}

/** The ids of its questions, oldest first, and whether one of them has no answer yet. */
export async function listQuestions(
  ctx: Context,
  chat: ChatRow,
  { from, most }: { from: number; most: number },
): Promise<{ ids: number[]; isWriting: boolean }> {
  const rows = await ctx.db
    .selectFrom("interactions as i")
    .select(["i.id", "i.outcome"])
    .where("i.company_id", "=", chat.company_id)
    .where("i.user_id", "=", chat.user_id)
    .where("i.session_id", "=", chat.session_id)
    .where("i.erased_at", "is", null)
    .orderBy("i.id", "desc")
    .execute();
  return {
    ids: rows
      .filter(({ id, outcome }, index) => outcome !== "pending" && (index < most || id >= from))
      .map(({ id }) => id)
      .toReversed(),
    isWriting: rows.some(({ outcome }) => outcome === "pending"),
  };
}

/** Its row, made with the first thing to keep. */
export async function keepChat(
  ctx: Context,
  chat: Allowed<ChatRow, "keep">,
  values: { name?: string; pinned_at?: Date | null },
): Promise<void> {
  await ctx.db
    .insertInto("chats")
    .values({
      company_id: chat.company_id,
      interaction_id: chat.id,
      user_id: chat.user_id,
      session_id: chat.session_id,
      updated_at: ctx.now,
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "user_id", "session_id"])
        .doUpdateSet({ interaction_id: chat.id, updated_at: ctx.now, ...values }),
    )
    .execute();
}

/** The caller's own, pinned ones first. */
export function listKept(ctx: Context, search: string | undefined, limit: number) {
  let query = ctx.db
    .selectFrom("chats as c")
    .innerJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "c.company_id").onRef("i.id", "=", "c.interaction_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .select([
      "i.id",
      "i.question",
      "i.created_at",
      "t.name as theme_name",
      "c.name",
      "c.pinned_at",
      "c.updated_at",
    ])
    .where("c.user_id", "=", personOf(ctx).id)
    .where("i.erased_at", "is", null)
    .where((eb) => eb.or([eb("c.pinned_at", "is not", null), eb("c.name", "!=", "")]));
  if (ctx.company !== null) query = query.where("c.company_id", "=", ctx.company);
  if (search)
    query = query.where((eb) => eb.or([holdsText(sql`c.name`, search), holdsText(sql`i.question`, search)]));
  return query
    .orderBy(sql`c.pinned_at is null`)
    .orderBy("c.updated_at", "desc")
    .limit(limit)
    .execute();
}
