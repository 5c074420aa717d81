import { sql, type RawBuilder } from "kysely";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import type { Context } from "#server/kernel/context.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import { contributions, type Dimension } from "./contributions-store.ts";
import type { Span, TrendSteps } from "./span.ts";

export type Fact = {
  dimension: Dimension;
  key: string;
  count: number;
  good: number;
  rated: number;
  unsupported: number;
  declined: number;
  inputTokens: number;
  outputTokens: number;
};

/** Where a span's counts come from: settled whole months and days (UTC), and the rows themselves for the rest. */
export type Sources = {
  span: Span;
  /** First days of months that can be read as sums. */
  months: string[];
  /** Their days. */
  inMonths: string[];
  /** Days outside these months. */
  settled: string[];
  /** Days of single companies whose rows changed after settlement. */
  changed: { companyId: number; day: string }[];
  ranges: { companyId: number | null; from: string; to: string }[];
};

/** What can be read as sums of that span now: read once, for all of a report's counts. */
export async function sourcesOf(ctx: Context, span: Span): Promise<Sources> {
  const marked = ctx.company === null ? sql`true` : sql`c.company_id = ${ctx.company}`;
  const { rows } = await sql<{
    kind: string;
    companyId: number | null;
    day: string | null;
    from: string | null;
    to: string | null;
  }>`
    with ends as (
      select (${span.from}::date)::timestamp at time zone ${span.timeZone} at time zone 'UTC' as a,
             (${span.to}::date + 1)::timestamp at time zone ${span.timeZone} at time zone 'UTC' as b
    ),
    inside as (select a, b, (a + interval '1 day' - interval '1 microsecond')::date as first, b::date as after from ends),
    whole as (select day::date from inside, generate_series(first, after - 1, interval '1 day') day),
    months as (
      -- with a changed day it is read by days
      select s.month from inside, report_settled_months s
      where s.month >= first and s.month + interval '1 month' <= after
        and not exists (select 1 from report_changes c where date_trunc('month', c.day) = s.month and ${marked})
    ),
    counted as (select whole.day, s.day is not null as settled from whole left join report_settled s using (day))
    select case when date_trunc('month', day) in (select month from months) then 'in month' else 'settled' end as kind,
      null::int as "companyId", day::text, null::text as "from", null::text as "to" from counted where settled
    union all
    select 'month', null, month::text, null, null from months
    union all
    select distinct 'changed', c.company_id, c.day::text, null, null from report_changes c join counted using (day)
      where counted.settled and ${marked}
    union all select 'range', null, null, a::text, first::timestamp::text from inside where a < first
    union all select 'range', null, null, after::timestamp::text, b::text from inside where after < b
    union all select 'range', null, null, day::timestamp::text, (day + 1)::timestamp::text from counted where not settled
  `.execute(ctx.db);
  const changed = rows.flatMap(({ kind, companyId, day }) =>
    kind === "changed" && companyId !== null && day !== null ? [{ companyId, day }] : [],
  );
  const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
  const daysOf = (wanted: string) =>
    rows.flatMap(({ kind, day }) => (kind === wanted && day !== null ? [day] : []));
  return {
    span,
    months: daysOf("month"),
    inMonths: daysOf("in month"),
    settled: daysOf("settled"),
    changed,
    ranges: [
      ...joined(
        rows.flatMap(({ kind, from, to }) =>
          kind === "range" && from !== null && to !== null
            ? [{ companyId: null, from: `${from}Z`, to: `${to}Z` }]
            : [],
        ),
      ),
      ...changed.map(({ companyId, day }) => ({ companyId, from: `${day}T00:00:00Z`, to: nextDay(day) })),
    ],
  };
}

/** A year of unsettled days is one range, looked up once: PostgreSQL plans for every range as if it were a long one. */
export function joined(ranges: Sources["ranges"]): Sources["ranges"] {
  const whole: Sources["ranges"] = [];
  for (const range of ranges.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))) {
    const last = whole.at(-1);
    if (last?.to === range.from) last.to = range.to;
    else whole.push({ ...range });
  }
  return whole;
}

/** Counts, settled or not, as one relation: company_id, dimension, day, key and the counts; a month's are of its first day. */
function factsOf(
  ctx: Context,
  { months, settled, changed, ranges }: Pick<Sources, "months" | "settled" | "changed" | "ranges">,
  dimensions: readonly Dimension[],
): RawBuilder<unknown> {
  const raw = sql`select * from unnest(
    ${ranges.map((range) => range.companyId)}::int[], ${ranges.map((range) => range.from)}::timestamptz[],
    ${ranges.map((range) => range.to)}::timestamptz[]) as x(company_id, a, b)`;
  const columns = sql`d.key, d.count, d.good, d.rated, d.unsupported, d.declined, d.input_tokens, d.output_tokens`;
  const wanted = wantedOf(ctx, dimensions);
  return sql`(
    select d.company_id, d.dimension, d.day, ${columns} from report_days d
    where ${wanted} and d.day = any(${settled}::date[])
      and not exists (
        select 1 from unnest(${changed.map(({ companyId }) => companyId)}::int[], ${changed.map(({ day }) => day)}::date[]) as c(company_id, day)
        where c.company_id = d.company_id and c.day = d.day)
    union all
    select d.company_id, d.dimension, d.month, ${columns} from report_months d
    where ${wanted} and d.month = any(${months}::date[])
    union all
    (${contributions(raw, ctx.company, dimensions)})
  ) as f(company_id, dimension, day, key, count, good, rated, unsupported, declined, input_tokens, output_tokens)`;
}

function wantedOf(ctx: Context, dimensions: readonly Dimension[]): RawBuilder<unknown> {
  const inReach = ctx.company === null ? sql`true` : sql`d.company_id = ${ctx.company}`;
  return sql`${inReach} and d.dimension = any(${[...dimensions]}::text[])`;
}

/** Counts per key of each dimension. */
export async function readFacts(
  ctx: Context,
  sources: Sources,
  dimensions: readonly Dimension[],
): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    select f.dimension, f.key, sum(f.count)::int as count, sum(f.good)::int as good, sum(f.rated)::int as rated,
      sum(f.unsupported)::int as unsupported, sum(f.declined)::int as declined, sum(f.input_tokens)::float8 as "inputTokens", sum(f.output_tokens)::float8 as "outputTokens"
    from ${factsOf(ctx, sources, dimensions)} group by 1, 2`.execute(ctx.db);
  return rows;
}

/** Counts per day in the time zone, every day, zero-filled; `dimension` counts by quarters of an hour. */
export async function readDays(ctx: Context, sources: Sources, dimension: "slot" | "tokens") {
  const { span, inMonths, settled } = sources;
  const byDay = { ...sources, months: [], settled: [...settled, ...inMonths] };
  const { rows } = await sql<{ date: string; count: number; inputTokens: number; outputTokens: number }>`
    with days as materialized (
      select day::date, row_number() over (order by day)::int as number, day at time zone ${span.timeZone} at time zone 'UTC' as start
      from generate_series(${span.from}::date::timestamp, ${span.to}::date::timestamp, interval '1 day') as every(day)
    ), ends as (
      select array_agg(start order by start)
        || (${span.to}::date + 1)::timestamp at time zone ${span.timeZone} at time zone 'UTC' as all from days
    )
    select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(counted.count, 0)::int as count,
      coalesce(counted.input_tokens, 0)::float8 as "inputTokens", coalesce(counted.output_tokens, 0)::float8 as "outputTokens"
    from days left join (
      -- a search among the starts of days: the zone of each row by itself costs four times as much
      select width_bucket(f.day::timestamp + f.key::int * interval '15 minutes', (select ends.all from ends)) as number,
        sum(f.count) as count, sum(f.input_tokens) as input_tokens, sum(f.output_tokens) as output_tokens
      from ${factsOf(ctx, byDay, [dimension])} group by 1
    ) counted using (number)
    order by days.day`.execute(ctx.db);
  return rows;
}

/**
 * Interactions over time of each id: equal steps back from the last day, the oldest of which takes the days left over. Days are UTC; the hours of a time zone beyond the span's days count with its first and last.
 */
export async function readTrends(
  ctx: Context,
  sources: Sources,
  dimension: "theme" | "user",
  ids: number[],
  trend: TrendSteps,
): Promise<Map<number, number[]>> {
  const { span, months } = sources;
  const { steps, days } = trend;
  const pieces = piecesOf(months, span, trend);
  const { rows } = await sql<{ id: number; step: number; count: number }>`
    with counted as (
      select f.key, ${steps}::int - 1 - least(${steps}::int - 1, greatest(0, ${span.to}::date - f.day) / ${days}::int) as step, f.count
      from ${factsOf(ctx, { ...sources, months: [] }, [dimension])}
      union all
      select d.key, p.step, d.running[p.last] - coalesce(d.running[p.first - 1], 0)
      from report_months d join unnest(${pieces.map(({ month }) => month)}::date[], ${pieces.map(({ step }) => step)}::int[],
        ${pieces.map(({ first }) => first)}::int[], ${pieces.map(({ last }) => last)}::int[]) as p(month, step, first, last)
        on p.month = d.month
      where ${wantedOf(ctx, [dimension])} and d.month = any(${months}::date[])
    ), summed as (select key, step, sum(count) as count from counted group by 1, 2)
    select split_part(key, ':', 1)::int as id, step, sum(count)::int as count from summed
    where split_part(key, ':', 1)::int = any(${ids}::int[]) group by 1, 2`.execute(ctx.db);
  const trends = new Map(ids.map((id) => [id, Array.from({ length: steps }, () => 0)]));
  for (const { id, step, count } of rows) trends.get(id)?.splice(step, 1, count);
  return trends;
}

/** The days of each month, from 1, that belong to one step of the trend. */
export function piecesOf(months: string[], { to }: Pick<Span, "to">, { steps, days }: TrendSteps) {
  const pieces: { month: string; step: number; first: number; last: number }[] = [];
  for (const month of months) {
    for (const day of daysOfMonth(month)) {
      const before = Math.max(0, (Date.parse(to) - Date.parse(day)) / 86_400_000);
      const step = steps - 1 - Math.min(steps - 1, Math.floor(before / days));
      const number = Number(day.slice(-2));
      const last = pieces.at(-1);
      if (last?.month === month && last.step === step) last.last = number;
      else pieces.push({ month, step, first: number, last: number });
    }
  }
  return pieces;
}

function daysOfMonth(month: string): string[] {
  const start = new Date(`${month}T00:00:00Z`);
  const length = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  return Array.from({ length }, (_, n) => `${month.slice(0, 8)}${String(n + 1).padStart(2, "0")}`);
}

/** Tokens per company, for super admins across the platform. */
export async function readSpendByCompany(ctx: Context, sources: Sources) {
  const { rows } = await sql<{
    companyId: number;
    name: string;
    count: number;
    inputTokens: number;
    outputTokens: number;
  }>`
    select c.id as "companyId", ${recordedName("c")} as name, sum(f.count)::int as count, sum(f.input_tokens)::float8 as "inputTokens",
      sum(f.output_tokens)::float8 as "outputTokens"
    from ${factsOf(ctx, sources, ["model"])} join companies c on c.id = f.company_id
    group by c.id order by sum(f.input_tokens + f.output_tokens) desc, ${inNameOrder(sql`c.name`)} limit 200`.execute(
    ctx.db,
  );
  return rows;
}
