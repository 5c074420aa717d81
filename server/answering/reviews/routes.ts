import * as interactions from "#contract/answering/interactions.ts";
import * as contract from "#contract/answering/reviews.ts";
import { listResponse } from "#server/http/response.ts";
import { route } from "#server/http/route.ts";
import { assignReview, requestSecondOpinion } from "./assign.ts";
import { presentCase } from "./present.ts";
import { reviewInteraction } from "./review.ts";
import { getReviewedInteraction } from "./reviewed-interaction.ts";
import { getReviewRules, setReviewRules } from "./rules.ts";
import { countCases, listCases } from "./store.ts";
import { tagInteraction } from "./tag.ts";

export const routes = [
  route(contract.listReviews, async (ctx, filters) => {
    const { rows, total } = await listCases(ctx, filters);
    return listResponse(filters, rows.map(presentCase), total);
  }),
  route(contract.countReviews, countCases),
  route(contract.getReviewRules, getReviewRules),
  route(contract.setReviewRules, setReviewRules),
  route(contract.assignReview, assignReview),
  route(contract.requestSecondOpinion, requestSecondOpinion),
  route(interactions.getInteraction, getReviewedInteraction),
  route(interactions.reviewInteraction, reviewInteraction),
  route(interactions.tagInteraction, tagInteraction),
];
