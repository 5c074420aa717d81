import { Outcome, Rating } from "#contract/answers.ts";
import type { getChatReport as contract } from "#contract/reports.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { Role } from "#contract/permissions.ts";
import type { Context } from "#server/context.ts";
import { byDay, byDocument, byTag, byTheme, byUser, byValue, totals } from "./store.ts";

/** The last `period` days of the zone, today included, beside the same number of days before. */
export async function getChatReport(
  ctx: Context,
  { period, timeZone }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const today = dayOf(ctx.now, timeZone);
  const span = { from: addDays(today, 1 - period), to: today, timeZone };
  const earlier = { from: addDays(today, 1 - 2 * period), to: addDays(today, -period), timeZone };
  const now = await totals(ctx, span);
  const before = await totals(ctx, earlier);
  const ratings = await byValue(ctx, span, "rating");
  const outcomes = await byValue(ctx, span, "outcome");
  const tags = await byTag(ctx, span);
  const tagsOf = (category: string) =>
    tags.filter((row) => row.category === category).map(({ tag, count }) => ({ tag, count }));
  const countOf = (rows: { value: string; count: number }[], value: string) =>
    rows.find((row) => row.value === value)?.count ?? 0;
  return {
    ...numbers(now),
    period,
    timeZone,
    from: span.from,
    to: span.to,
    before: numbers(before),
    interactionsByDay: await byDay(ctx, span),
    ratingDistribution: Rating.options.map((rating) => ({ rating, count: countOf(ratings, rating) })),
    outcomes: Outcome.options.map((outcome) => ({ outcome, count: countOf(outcomes, outcome) })),
    unsupportedAnswers: now.unsupported,
    interactionsByTheme: await byTheme(ctx, span),
    interactionsByUser: (await byUser(ctx, span)).map((row) => ({ ...row, role: Role.parse(row.role) })),
    interactionsByTag: {
      distributionPartners: tagsOf("distributionPartners"),
      products: tagsOf("products"),
      topics: tagsOf("topics"),
      states: tagsOf("states"),
    },
    documents: await byDocument(ctx, span),
    secondsToAnswer: { median: now.median, p95: now.p95 },
  };
}

function numbers(row: Awaited<ReturnType<typeof totals>>) {
  return {
    totalInteractions: row.totalInteractions,
    averageRating: row.averageRating,
    ratedInteractions: row.ratedInteractions,
    totalUsers: row.totalUsers,
    totalThemes: row.totalThemes,
  };
}

function dayOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(instant);
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
