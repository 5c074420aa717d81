import * as contract from "#contract/answering/reports.ts";
import { lateRoute } from "#server/http/route.ts";
import { getChatReport } from "./chat-report.ts";
import { getReviewReport } from "./review-report.ts";
import { getSpendReport } from "./spend-report.ts";

export const routes = [
  lateRoute(contract.getChatReport, getChatReport),
  lateRoute(contract.getSpendReport, getSpendReport),
  lateRoute(contract.getReviewReport, getReviewReport),
];
