import type { getReviewReport as contract } from "#contract/answering/reports.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { ReviewVerdict } from "#contract/answering/reviews.ts";
import type { LateContext } from "#server/kernel/context.ts";
import { spansOf } from "./span.ts";
import { countWaiting, listReviewers, listReviewWeeks, listVerdicts } from "./store.ts";

const none = { reviewed: 0, correct: 0, secondOpinions: 0, agreed: 0 };
type Counted = typeof none;

/** Cases by the day they were closed; agreement by the day of the second opinion. */
export async function getReviewReport(
  ctx: LateContext,
  { period, timeZone }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { span, before } = spansOf(ctx.now, period, timeZone);
  const byWeek = await listReviewWeeks(ctx, span);
  const verdicts = await listVerdicts(ctx, span);
  return {
    ...total(byWeek),
    period,
    timeZone,
    from: span.from,
    to: span.to,
    asOf: ctx.asOf?.toISOString() ?? null,
    waiting: await countWaiting(ctx),
    before: total(await listReviewWeeks(ctx, before)),
    verdicts: ReviewVerdict.options.map((verdict) => ({
      verdict,
      count: verdicts.find((row) => row.verdict === verdict)?.count ?? 0,
    })),
    byWeek,
    byReviewer: await listReviewers(ctx, span),
  };
}

function total(weeks: Counted[]): Counted {
  return weeks.reduce(
    (sum, week) => ({
      reviewed: sum.reviewed + week.reviewed,
      correct: sum.correct + week.correct,
      secondOpinions: sum.secondOpinions + week.secondOpinions,
      agreed: sum.agreed + week.agreed,
    }),
    none,
  );
}
