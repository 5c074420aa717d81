import * as contract from "#contract/notices/webhooks.ts";
import { route } from "#server/http/route.ts";
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from "./change.ts";
import { listDeliveries } from "./delivery-store.ts";
import { presentDelivery, presentWebhook } from "./present.ts";
import { sendWebhookAgain, testWebhook } from "./send-again.ts";
import { getWebhook, listWebhooks } from "./store.ts";

export const routes = [
  route(contract.listWebhooks, async (ctx) =>
    (await listWebhooks(ctx)).map((row) => presentWebhook(row, ctx.now)),
  ),
  route(contract.createWebhook, createWebhook),
  route(contract.updateWebhook, updateWebhook),
  route(contract.rotateWebhookSecret, rotateWebhookSecret),
  route(contract.deleteWebhook, deleteWebhook),
  route(contract.listWebhookDeliveries, async (ctx, { id, before, limit }) => {
    const rows = await listDeliveries(ctx, await getWebhook(ctx, id), { before, limit });
    return {
      rows: rows.map(presentDelivery),
      next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    };
  }),
  route(contract.testWebhook, testWebhook),
  route(contract.sendWebhookAgain, sendWebhookAgain),
];
