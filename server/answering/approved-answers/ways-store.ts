import { sql } from "kysely";
import { personOf, type Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { notFound } from "#server/platform/errors.ts";

/** Questions of a theme in the last year whose words are most like these, each with how often it was asked. */
export async function nearestQuestions(
  ctx: Context,
  theme: { company_id: number; id: number },
  question: string,
  limit: number,
): Promise<{ question: string; times: number }[]> {
  const { rows } = await sql<{ question: string; times: number }>`
    select min(i.question) as question, count(*)::int as times
    from (select question from interactions where company_id = ${theme.company_id} and theme_id = ${theme.id}
      and erased_at is null and created_at > ${ctx.now}::timestamptz - interval '1 year'
      order by created_at desc limit ${mostLookedAt}) i
    where length(i.question) <= ${longestWay} and similarity(i.question, ${question}) >= ${leastLike}
    group by lower(trim(trailing '?.! ' from i.question))
    having lower(trim(trailing '?.! ' from min(i.question))) <> lower(trim(trailing '?.! ' from ${question}))
    order by max(similarity(i.question, ${question})) desc, times desc limit ${limit}`.execute(ctx.db);
  return rows;
}

/** A comparison takes some microseconds: the whole call stays below 100 ms. */
const mostLookedAt = 20_000;
/** Longer ones tell a story, which nobody repeats. */
const longestWay = 300;
/** People ask for one thing in quite different words; the words' meaning decides (engine/approved/match.ts). */
const leastLike = 0.1;

/** A question and an approved answer of its company; an agent finds only their own questions. */
export function getAskedAndApproved(ctx: Context, interactionId: number, approvedId: number) {
  const person = personOf(ctx);
  let query = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("approved_answers as a", "a.company_id", "i.company_id")
    .select(["i.company_id", "i.id as interaction_id", "i.user_id", "a.id as approved_answer_id"])
    .where("i.id", "=", interactionId)
    .where("a.id", "=", approvedId)
    .where("i.erased_at", "is", null);
  if (ctx.company !== null) query = query.where("i.company_id", "=", ctx.company);
  if (person.role === "agent") query = query.where("i.user_id", "=", person.id);
  return query.executeTakeFirstOrThrow(notFound);
}

/** Records that the asker found it the same, or withdraws that; a decision on it stays. False if it wasn't shown with the answer. */
export async function setSaidSame(
  ctx: Context,
  asked: Awaited<ReturnType<typeof getAskedAndApproved>>,
  isSame: boolean,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable("approved_uses")
    .set({ said_same_at: isSame ? ctx.now : null })
    .where("company_id", "=", asked.company_id)
    .where("interaction_id", "=", asked.interaction_id)
    .where("approved_answer_id", "=", asked.approved_answer_id)
    .where("is_answer", "=", false)
    .returning("interaction_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Those who said that an approved answer answers a question have been decided on. */
export async function setToldApart(
  ctx: Context,
  approved: Allowed<{ company_id: number; id: number }, "edit">,
  question: string,
): Promise<void> {
  await sql`
    update approved_uses u set told_apart_at = ${ctx.now} from interactions i
    where u.company_id = ${approved.company_id} and u.approved_answer_id = ${approved.id}
      and u.said_same_at is not null and u.told_apart_at is null
      and i.company_id = u.company_id and i.id = u.interaction_id and lower(i.question) = lower(${question})`.execute(
    ctx.db,
  );
}

export async function setWays(
  ctx: Context,
  approved: Allowed<{ company_id: number; id: number }, "edit">,
  otherQuestions: string[],
): Promise<void> {
  await ctx.db
    .updateTable("approved_answers")
    .set({ other_questions: otherQuestions })
    .where("company_id", "=", approved.company_id)
    .where("id", "=", approved.id)
    .execute();
}
