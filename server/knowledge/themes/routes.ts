import * as contract from "#contract/knowledge/themes.ts";
import { listResponse } from "#server/http/response.ts";
import { route } from "#server/http/route.ts";
import { getThemeActivity } from "./activity.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  listThemeAgents,
  listThemeWorkspaces,
  removeThemeAgent,
  removeThemeWorkspace,
} from "./assign.ts";
import { createTheme, deleteTheme, updateTheme } from "./change.ts";
import { presentTheme } from "./present.ts";
import { listDeletedThemes, restoreTheme } from "./restore.ts";
import { findTags, listTags, listThemes } from "./store.ts";
import { getTheme } from "./shared-store.ts";

export const routes = [
  route(contract.listThemes, async (ctx, request) => {
    const { rows, total } = await listThemes(ctx, request);
    return listResponse(
      request,
      rows.map((row) => presentTheme(ctx, row)),
      total,
    );
  }),
  route(contract.getTheme, async (ctx, { id }) => presentTheme(ctx, await getTheme(ctx, id))),
  route(contract.getThemeActivity, getThemeActivity),
  route(contract.createTheme, createTheme),
  route(contract.updateTheme, (ctx, input) => updateTheme(ctx, input)),
  route(contract.deleteTheme, deleteTheme),
  route(contract.listDeletedThemes, listDeletedThemes),
  route(contract.restoreTheme, restoreTheme),
  route(contract.getAggregatedTags, async (ctx, { id }) => listTags(ctx, await getTheme(ctx, id))),
  route(contract.findTags, findTags),
  route(contract.listThemeAgents, listThemeAgents),
  route(contract.assignThemeAgent, assignThemeAgent),
  route(contract.removeThemeAgent, removeThemeAgent),
  route(contract.listThemeWorkspaces, listThemeWorkspaces),
  route(contract.assignThemeWorkspace, assignThemeWorkspace),
  route(contract.removeThemeWorkspace, removeThemeWorkspace),
];
