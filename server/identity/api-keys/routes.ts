import * as contract from "#contract/identity/api-keys.ts";
import * as tokens from "#contract/identity/scim-tokens.ts";
import * as widgets from "#contract/identity/widget-keys.ts";
import { route } from "#server/http/route.ts";
import { createApiKey } from "./create.ts";
import { presentKey } from "./present.ts";
import { revokeApiKey } from "./revoke.ts";
import { createScimToken, listScimTokens, revokeScimToken } from "./scim-tokens.ts";
import { listKeys } from "./store.ts";
import { createWidgetKey } from "./widget-keys.ts";

export const routes = [
  route(contract.listApiKeys, async (ctx) =>
    (await listKeys(ctx, "key")).map((row) => presentKey(row, ctx.now)),
  ),
  route(contract.createApiKey, createApiKey),
  route(contract.revokeApiKey, revokeApiKey),
  route(widgets.createWidgetKey, createWidgetKey),
];

export const tokenRoutes = [
  route(tokens.listScimTokens, listScimTokens),
  route(tokens.createScimToken, createScimToken),
  route(tokens.revokeScimToken, revokeScimToken),
];
