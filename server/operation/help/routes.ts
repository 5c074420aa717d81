import * as contract from "#contract/operation/help.ts";
import { route } from "#server/http/route.ts";
import { createHelp, deleteHelp, presentHelp, updateHelp } from "./change.ts";
import { listHiddenHelp, moveHelp, restoreHelp } from "./arrange.ts";
import { listHelp } from "./store.ts";

export const routes = [
  route(contract.listHelp, async (ctx) => (await listHelp(ctx)).map((row) => presentHelp(ctx, row))),
  route(contract.createHelp, createHelp),
  route(contract.updateHelp, updateHelp),
  route(contract.deleteHelp, deleteHelp),
  route(contract.listHiddenHelp, listHiddenHelp),
  route(contract.restoreHelp, restoreHelp),
  route(contract.moveHelp, moveHelp),
];
