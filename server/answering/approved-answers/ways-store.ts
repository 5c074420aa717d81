import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

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
