import * as contract from "#contract/workspaces.ts";
import { route } from "#server/http.ts";
import { createWorkspace, deleteWorkspace, updateWorkspace } from "./change.ts";
import { presentWorkspace } from "./present.ts";
import { countContents, getWorkspace, listWorkspaces } from "./store.ts";

export const routes = [
  route(contract.listWorkspaces, async (ctx) => (await listWorkspaces(ctx)).map(presentWorkspace)),
  route(contract.createWorkspace, createWorkspace),
  route(contract.updateWorkspace, updateWorkspace),
  route(contract.deleteWorkspace, deleteWorkspace),
  route(contract.getWorkspaceStats, async (ctx, { id }) => countContents(ctx, await getWorkspace(ctx, id))),
];
