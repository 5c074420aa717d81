import * as contract from "#contract/evidence/holds.ts";
import { route } from "#server/http/route.ts";
import { createHold, liftHold, listHolds } from "./holds.ts";

export const routes = [
  route(contract.listHolds, listHolds),
  route(contract.createHold, createHold),
  route(contract.liftHold, liftHold),
];
