import { sql, type RawBuilder } from "kysely";
import { mostFound } from "#contract/answering/search.ts";
import type { Context } from "#server/kernel/context.ts";
import { holdsWords, holdsText } from "#server/platform/database/list.ts";
import { themesInReach } from "#server/knowledge/themes/shared-store.ts";
import { inReach as usersInReach } from "#server/identity/users/shared-store.ts";

/** Share of a word's trigrams: 'retruns' has 0.375 of 'returns', 'return' 0.286 of 'refund' (measured). */
const leastAlike = 0.35;
/** Shorter words have too few trigrams to distinguish. */
const shortestSlip = 4;
const mostWords = 12;
/** Older questions are found in the interactions, which have their own search. */
const latestQuestions = 5_000;

const wordsOf = (typed: string) => typed.split(/\s+/).filter(Boolean).slice(0, mostWords);

/** Whether the text contains each typed word or, for longer ones, a misspelling of it. */
function holdsSlips(text: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const conditions = wordsOf(typed).map((word) =>
    word.length < shortestSlip
      ? holdsText(text, word)
      : sql`(${holdsText(text, word)} or word_similarity(${word}, ${text}) >= ${leastAlike})`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Exact matches before similar ones. */
function closest(text: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  return sql`${holdsWords(text, wordsOf(typed).join(" "))} desc, word_similarity(${typed}, ${text}) desc`;
}

export function findThemes(ctx: Context, typed: string) {
  const name = sql`themes.name`;
  return themesInReach(ctx)
    .select(["themes.id", "themes.name", "companies.name as companyName"])
    .where(holdsSlips(name, typed))
    .orderBy(sql`${closest(name, typed)}, themes.id desc`)
    .limit(mostFound)
    .execute();
}

export function findDocuments(ctx: Context, typed: string) {
  const name = sql`documents.name`;
  return themesInReach(ctx)
    .innerJoin("documents", (join) =>
      join
        .onRef("documents.company_id", "=", "themes.company_id")
        .onRef("documents.theme_id", "=", "themes.id"),
    )
    .select([
      "documents.id",
      "documents.name",
      "themes.id as themeId",
      "themes.name as themeName",
      "companies.name as companyName",
    ])
    .where("documents.deleted_at", "is", null)
    .where(holdsSlips(name, typed))
    .orderBy(sql`${closest(name, typed)}, documents.id desc`)
    .limit(mostFound)
    .execute();
}

export async function findPeople(ctx: Context, typed: string) {
  const text = sql`(users.first_name || ' ' || users.last_name || ' ' || users.email)`;
  const rows = await ctx.db
    .selectFrom(usersInReach(ctx).where(holdsSlips(text, typed)).as("users"))
    .select(["users.id", "users.email", "users.first_name", "users.last_name"])
    .orderBy(sql`${closest(text, typed)}, users.id desc`)
    .limit(mostFound)
    .execute();
  return rows.map(({ id, email, first_name: first, last_name: last }) => ({
    id,
    email,
    name: `${first} ${last}`.trim() || email,
  }));
}

/** @param userId only this person's questions; null: of everyone in reach */
export function findQuestions(ctx: Context, typed: string, userId: number | null) {
  let latest = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .select(["i.id", "i.question", "i.outcome", "i.created_at", "i.user_id", "t.name as theme_name"])
    .where("i.outcome", "!=", "pending")
    .where("i.erased_at", "is", null);
  if (ctx.company !== null) latest = latest.where("i.company_id", "=", ctx.company);
  if (userId !== null) latest = latest.where("i.user_id", "=", userId);
  const question = sql`q.question`;
  return ctx.db
    .selectFrom(latest.orderBy("i.created_at", "desc").limit(latestQuestions).as("q"))
    .selectAll()
    .where(holdsSlips(question, typed))
    .orderBy(sql`${closest(question, typed)}, q.id desc`)
    .limit(mostFound)
    .execute();
}
