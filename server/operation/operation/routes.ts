import * as contract from "#contract/operation/operation.ts";
import { longRoute, route } from "#server/http/route.ts";
import { getOperation, listFailedJobs } from "./read.ts";
import { rebuildSearch } from "./rebuild-search.ts";
import { readAgain } from "./read-again.ts";
import { retryJobs } from "./retry.ts";

export const routes = [
  longRoute(contract.getOperation, getOperation),
  route(contract.listFailedJobs, listFailedJobs),
  route(contract.retryJobs, retryJobs),
  longRoute(contract.readAgain, readAgain),
  longRoute(contract.rebuildSearch, rebuildSearch),
];
