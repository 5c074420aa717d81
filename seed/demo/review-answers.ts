import type { ReviewVerdict } from "#contract/answering/reviews.ts";
import { assignReview } from "#server/answering/reviews/assign.ts";
import { reviewInteraction } from "#server/answering/reviews/review.ts";
import { setReviewRules } from "#server/answering/reviews/rules.ts";
import { listCases } from "#server/answering/reviews/store.ts";
import type { PersonKey } from "./facts/people.ts";
import { themes, type ThemeKey } from "./facts/themes.ts";
import type { GivenReview } from "./judge.ts";
import type { Cast, Stage } from "./stage.ts";
import type { Act } from "./timeline.ts";

/** Creates the demo's reviews; counts them, so that every state of a case occurs. */
export type Reviews = { act(theme: ThemeKey, id: number, review: GivenReview, at: Date): Act };

/** The steps after a first verdict; the last cases are left open. Others are closed by their first verdict. */
const courses: Record<number, "agrees" | "disagrees, decided" | "waits" | "disagrees"> = {
  2: "agrees",
  5: "disagrees, decided",
  7: "agrees",
  9: "waits",
  11: "disagrees",
};
const hour = 3_600_000;

export function planReviews(stage: Stage, cast: Cast): Reviews {
  let given = 0;
  const give = (
    by: PersonKey,
    id: number,
    review: GivenReview,
    at: Date,
    then: Act[] = [],
    secondOpinion = false,
  ): Act => ({
    at,
    run: async () => {
      await stage
        .as(cast.person(by), at)
        .transact((ctx) => reviewInteraction(ctx, { id, ...review, secondOpinion, vouchedFor: false }));
      return then;
    },
  });
  return {
    act(theme, id, review, at) {
      given += 1;
      const first = themes.find(({ key }) => key === theme)?.madeBy ?? "dana";
      const second: PersonKey = first === "dana" ? "luis" : "dana";
      const course = courses[given];
      if (course === undefined) return give(first, id, review, at);
      const later = (hours: number) =>
        new Date(Math.min(at.getTime() + hours * hour, stage.now.getTime() - 60_000));
      const other: GivenReview = {
        ...review,
        verdict: otherThan(review.verdict),
        note: "I read it differently.",
      };
      const after: Record<typeof course, Act[]> = {
        agrees: [give(second, id, { ...review, note: "" }, later(3))],
        "disagrees, decided": [give(second, id, other, later(3), [give("morgan", id, review, later(6))])],
        disagrees: [give(second, id, other, later(3))],
        waits: [],
      };
      return give(first, id, review, at, after[course], true);
    },
  };
}

function otherThan(verdict: ReviewVerdict): ReviewVerdict {
  return verdict === "correct" ? "incomplete" : "correct";
}

/** The company's rules: unanswered questions are reviewed too. */
export async function setRules(stage: Stage, cast: Cast, at: Date, samplePercent: number): Promise<void> {
  await stage
    .as(cast.person("dana"), at)
    .transact((ctx) =>
      setReviewRules(ctx, { badRating: true, unsupported: true, abstained: true, samplePercent }),
    );
}

/** Some of the open cases are assigned. */
export async function assignWaiting(stage: Stage, cast: Cast, at: Date): Promise<void> {
  await stage.as(cast.person("dana"), at).transact(async (ctx) => {
    const { rows } = await listCases(ctx, { status: "open", timeZone: "UTC" });
    for (const [place, by] of (["dana", "luis", "dana"] as const).entries()) {
      const row = rows[place];
      if (row !== undefined && row.assignee_id === null)
        await assignReview(ctx, { id: row.interaction_id, userId: cast.person(by).id });
    }
  });
}
