import * as contract from "#contract/answering/test-runs.ts";
import { route } from "#server/http/route.ts";
import { decideTestRun } from "./decide.ts";
import { getTestRun, listTestRuns } from "./read.ts";

export const routes = [
  route(contract.listTestRuns, listTestRuns),
  route(contract.getTestRun, getTestRun),
  route(contract.decideTestRun, decideTestRun),
];
