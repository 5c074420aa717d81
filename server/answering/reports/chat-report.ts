import { Outcome, Rating } from "#contract/answering/answers.ts";
import type { getChatReport as contract } from "#contract/answering/reports.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { Role } from "#contract/kernel/permissions.ts";
import type { Context, LateContext } from "#server/kernel/context.ts";
import { compareNames } from "#server/platform/database/names.ts";
import type { Dimension } from "./contributions-store.ts";
import { readDays, readFacts, readTrends, sourcesOf, type Fact, type Sources } from "./facts-store.ts";
import { spansOf, trendStepsOf, type Span } from "./span.ts";
import { listDocumentNames, listMostUsed, listThemeNames, listUserNames, minutesOfUse } from "./store.ts";

const totalsOf: readonly Dimension[] = ["outcome", "theme", "user", "seconds"];
const all: readonly Dimension[] = [...totalsOf, "tag", "document", "unanswered", "writer"];
/** The maximum number of lines in a table of a report. */
const longest = 200;

/** The last `period` days in the time zone, including today, next to the same number of days before. */
export async function getChatReport(
  ctx: LateContext,
  { period, timeZone }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { span, before } = spansOf(ctx.now, period, timeZone);
  const sources = await sourcesOf(ctx, span);
  const sourcesBefore = await sourcesOf(ctx, before);
  const facts = groupFacts(await readFacts(ctx, sources, all));
  const earlier = groupFacts(await readFacts(ctx, sourcesBefore, totalsOf));
  const ratings = sum(facts.outcome);
  return {
    ...totals(facts),
    period,
    timeZone,
    from: span.from,
    to: span.to,
    asOf: ctx.asOf?.toISOString() ?? null,
    before: { ...totals(earlier), interactionsByDay: await readDays(ctx, sourcesBefore, "slot") },
    interactionsByDay: await readDays(ctx, sources, "slot"),
    ratingDistribution: Rating.options.map((rating) => ({
      rating,
      count: rating === "good" ? ratings.good : ratings.rated - ratings.good,
    })),
    interactionsByTheme: await themes(ctx, period, sources, facts.theme, earlier.theme),
    interactionsByUser: await users(ctx, period, sources, facts.user, earlier.user),
    interactionsByTag: {
      distributionPartners: tags(facts.tag, "distributionPartners"),
      products: tags(facts.tag, "products"),
      topics: tags(facts.tag, "topics"),
      states: tags(facts.tag, "states"),
    },
    interactionsByModel: facts.writer.map(({ key, count }) => ({ model: key, count })),
    approvedAnswers: await approved(ctx, span, facts.writer),
    documents: await documents(ctx, facts.document),
    unansweredByTopic: facts.unanswered
      .slice(0, longest)
      .map(({ key, count }) => ({ topic: key === "" ? null : key, count })),
  };
}

/** Per dimension, most frequent first. */
function groupFacts(facts: Fact[]): Record<Dimension, Fact[]> {
  const sorted = facts.toSorted((one, other) => other.count - one.count || compareNames(one.key, other.key));
  const of = (dimension: Dimension) => sorted.filter((fact) => fact.dimension === dimension);
  return {
    outcome: of("outcome"),
    slot: of("slot"),
    theme: of("theme"),
    user: of("user"),
    tag: of("tag"),
    document: of("document"),
    seconds: of("seconds"),
    unanswered: of("unanswered"),
    writer: of("writer"),
    tokens: of("tokens"),
    model: of("model"),
  };
}

function totals(facts: Record<Dimension, Fact[]>) {
  const { count, good, rated, unsupported } = sum(facts.outcome);
  return {
    totalInteractions: count,
    averageRating: rated === 0 ? null : good / rated,
    ratedInteractions: rated,
    totalUsers: new Set(facts.user.map(({ key }) => userOf(key).id)).size,
    totalThemes: facts.theme.length,
    outcomes: Outcome.options.map((outcome) => ({
      outcome,
      count: facts.outcome.find(({ key }) => key === outcome)?.count ?? 0,
    })),
    unsupportedAnswers: unsupported,
    secondsToAnswer: { median: secondsAt(facts.seconds, 0.5), p95: secondsAt(facts.seconds, 0.95) },
  };
}

function sum(facts: Fact[]) {
  const total = { count: 0, good: 0, rated: 0, unsupported: 0 };
  for (const fact of facts) {
    total.count += fact.count;
    total.good += fact.good;
    total.rated += fact.rated;
    total.unsupported += fact.unsupported;
  }
  return total;
}

/** The shortest time within which that share of the questions was answered (keys are milliseconds). */
function secondsAt(facts: Fact[], share: number): number | null {
  const inOrder = facts.toSorted((one, other) => Number(one.key) - Number(other.key));
  const needed = share * sum(facts).count;
  let seen = 0;
  for (const { key, count } of inOrder) {
    seen += count;
    if (seen >= needed) return Number(key) / 1000;
  }
  return null;
}

function ratingOf({ good, rated }: { good: number; rated: number }): number | null {
  return rated === 0 ? null : good / rated;
}

async function themes(ctx: Context, period: number, sources: Sources, facts: Fact[], earlier: Fact[]) {
  const before = new Map(earlier.map(({ key, count }) => [key, count]));
  const shown = facts.slice(0, longest);
  const ids = shown.map(({ key }) => Number(key));
  const names = await listThemeNames(ctx, ids);
  const trends = await readTrends(ctx, sources, "theme", ids, trendStepsOf(period));
  return shown.map((fact) => ({
    themeId: Number(fact.key),
    name: names.get(Number(fact.key)) ?? "",
    count: fact.count,
    declined: fact.declined,
    rating: ratingOf(fact),
    rated: fact.rated,
    before: before.get(fact.key) ?? 0,
    trend: trends.get(Number(fact.key)) ?? [],
  }));
}

/** A person whose role changed is one line, with the role of most questions. */
async function users(ctx: Context, period: number, sources: Sources, facts: Fact[], earlier: Fact[]) {
  const byId = byPerson(facts);
  const before = byPerson(earlier);
  const shown = [...byId].toSorted(([, one], [, other]) => other.count - one.count).slice(0, longest);
  const ids = shown.map(([id]) => id);
  const people = await listUserNames(ctx, ids);
  const trends = await readTrends(ctx, sources, "user", ids, trendStepsOf(period));
  return shown
    .map(([userId, row]) => ({
      userId,
      name: people.get(userId)?.name ?? "",
      email: people.get(userId)?.email ?? "",
      role: Role.parse(row.role),
      count: row.count,
      declined: row.declined,
      rating: ratingOf(row),
      rated: row.rated,
      before: before.get(userId)?.count ?? 0,
      trend: trends.get(userId) ?? [],
    }))
    .toSorted((one, other) => other.count - one.count || compareNames(one.name, other.name));
}

function byPerson(facts: Fact[]) {
  const byId = new Map<number, Pick<Fact, "count" | "declined" | "good" | "rated"> & { role: string }>();
  for (const { key, count, declined, good, rated } of facts) {
    const { id, role } = userOf(key);
    const known = byId.get(id);
    if (known === undefined) byId.set(id, { role, count, declined, good, rated });
    else {
      known.count += count;
      known.declined += declined;
      known.good += good;
      known.rated += rated;
    }
  }
  return byId;
}

function userOf(key: string): { id: number; role: string } {
  const [id = "", role = ""] = key.split(":");
  return { id: Number(id), role };
}

function tags(facts: Fact[], category: string) {
  const start = `${category}:`;
  return facts
    .filter(({ key }) => key.startsWith(start))
    .slice(0, longest)
    .map(({ key, count }) => ({ tag: key.slice(start.length), count }));
}

async function approved(ctx: Context, span: Span, writers: Fact[]) {
  const uses = writers.find(({ key }) => key === "approved")?.count ?? 0;
  const each = await minutesOfUse(ctx);
  return {
    uses,
    savedMinutes: each === null ? null : uses * each,
    most: uses === 0 ? [] : await listMostUsed(ctx, span),
  };
}

/** Most used first; documents without an answer come last with 0. */
async function documents(ctx: Context, facts: Fact[]) {
  const counts = new Map(facts.map(({ key, count }) => [Number(key), count]));
  const rows = (await listDocumentNames(ctx))
    .map((row) => ({ ...row, count: counts.get(row.documentId) ?? 0 }))
    .toSorted((one, other) => other.count - one.count || compareNames(one.name, other.name));
  // both ends matter: the most used, and those nobody ever needed
  const unused = rows.filter(({ count }) => count === 0);
  return [...rows.filter(({ count }) => count > 0).slice(0, longest), ...unused.slice(0, longest)];
}
