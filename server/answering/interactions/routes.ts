import * as contract from "#contract/answering/interactions.ts";
import { listResponse } from "#server/http/response.ts";
import { longRoute, route } from "#server/http/route.ts";
import { exportInteractions } from "./export.ts";
import { presentListRow } from "./present.ts";
import { listInteractions, listModels, listReviewTags } from "./store.ts";

export const routes = [
  route(contract.listInteractions, async (ctx, filters) => {
    const { rows, total } = await listInteractions(ctx, filters);
    return listResponse(filters, rows.map(presentListRow), total);
  }),
  route(contract.listModels, listModels),
  route(contract.listReviewTags, listReviewTags),
  longRoute(contract.exportInteractions, exportInteractions),
];
