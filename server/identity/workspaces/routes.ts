import * as contract from "#contract/identity/workspaces.ts";
import { listResponse } from "#server/http/response.ts";
import { route } from "#server/http/route.ts";
import { createWorkspace, deleteWorkspace, updateWorkspace } from "./change.ts";
import { presentWorkspace } from "./present.ts";
import { countUse } from "./store.ts";
import { getWorkspace, listWorkspaces } from "./shared-store.ts";

export const routes = [
  route(contract.listWorkspaces, async (ctx, request) => {
    const { rows, total } = await listWorkspaces(ctx, request);
    return listResponse(request, rows.map(presentWorkspace), total);
  }),
  route(contract.getWorkspace, async (ctx, { id }) => presentWorkspace(await getWorkspace(ctx, id))),
  route(contract.createWorkspace, createWorkspace),
  route(contract.updateWorkspace, updateWorkspace),
  route(contract.deleteWorkspace, deleteWorkspace),
  route(contract.getWorkspaceStats, async (ctx, { id }) => countUse(ctx, await getWorkspace(ctx, id))),
];
