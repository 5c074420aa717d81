import type * as contract from "#contract/notices/webhooks.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { refusalOf } from "#server/platform/guarded-fetch.ts";
import { seal } from "#server/platform/secrets.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { endWaiting } from "./delivery-store.ts";
import { allow } from "./policy.ts";
import { presentWebhook } from "./present.ts";
import { newWebhookSecret, webhookBinding } from "./secret.ts";
import {
  countWebhooks,
  deleteWebhook as deleteRow,
  getWebhook,
  insertWebhook,
  setSecret,
  updateWebhook as updateRow,
  type WebhookRow,
} from "./store.ts";

/** Each needs someone to look after it, and every event is sent to each one subscribed to it. */
const mostWebhooks = 20;
/** Receivers have a day to adopt the new secret. */
const overlapMs = 24 * 3_600_000;

export async function createWebhook(
  ctx: Context,
  { companyId: named, name, url, events }: Input<typeof contract.createWebhook>,
): Promise<Result<typeof contract.createWebhook>> {
  const companyId = requireCompany(ctx, named);
  checkUrl(ctx, url);
  if ((await countWebhooks(ctx, companyId)) >= mostWebhooks)
    throw new AppError(
      "conflict",
      `Your company has ${mostWebhooks} webhooks. Nothing was added. Delete one before you add another.`,
    );
  const id = await insertWebhook(ctx, companyId, { name, url, events });
  const secret = newWebhookSecret();
  const sealed = seal(ctx.services.config.secretKeys, webhookBinding(companyId, id), secret);
  await setSecret(
    ctx,
    { company_id: companyId, id },
    { sealed, previous_sealed: null, previous_until: null },
  );
  ctx.audit({
    action: "webhook.create",
    target: { type: "webhook", id },
    company: companyId,
    after: { name, url: shownUrl(url), events },
  });
  return { webhook: presentWebhook(await getWebhook(ctx, id), ctx.now), secret };
}

export async function updateWebhook(
  ctx: Context,
  { id, version, ...change }: Input<typeof contract.updateWebhook>,
): Promise<Result<typeof contract.updateWebhook>> {
  const webhook = await loadToChange(
    ctx,
    { version },
    { table: "webhooks", id, recordedAs: "webhook" },
    {
      load: async () => allow(ctx, "edit", await getWebhook(ctx, id)),
      present: (row) => presentWebhook(row, ctx.now),
      companyOf: ({ company_id }) => company_id,
    },
  );
  if (change.url !== undefined) checkUrl(ctx, change.url);
  const isActive = change.isActive ?? webhook.is_active;
  const isSwitchedOn = isActive && !webhook.is_active;
  const values = {
    name: change.name ?? webhook.name,
    url: change.url ?? webhook.url,
    events: change.events ?? webhook.events,
    is_active: isActive,
    off_reason: isActive ? null : webhook.off_reason,
    // a new address, or a new start, begins without failures
    failing_since: isSwitchedOn || change.url !== undefined ? null : webhook.failing_since,
  };
  await updateRow(ctx, webhook, values);
  if (!isActive)
    await endWaiting(
      ctx,
      { company_id: webhook.company_id, webhook_id: id },
      "The webhook was switched off.",
    );
  ctx.audit({
    action: "webhook.update",
    target: { type: "webhook", id },
    company: webhook.company_id,
    before: told(webhook),
    after: told(values),
  });
  return presentWebhook(await getWebhook(ctx, id), ctx.now);
}

export async function rotateWebhookSecret(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.rotateWebhookSecret>> {
  const webhook = allow(ctx, "edit", await getWebhook(ctx, id));
  const secret = newWebhookSecret();
  const until = new Date(ctx.now.getTime() + overlapMs);
  await setSecret(ctx, webhook, {
    sealed: seal(ctx.services.config.secretKeys, webhookBinding(webhook.company_id, id), secret),
    previous_sealed: webhook.sealed,
    previous_until: webhook.sealed === null ? null : until,
  });
  ctx.audit({
    action: "webhook.rotate-secret",
    target: { type: "webhook", id },
    company: webhook.company_id,
    after: { name: webhook.name, previousUntil: until.toISOString() },
  });
  return { webhook: presentWebhook(await getWebhook(ctx, id), ctx.now), secret };
}

export async function deleteWebhook(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const webhook = allow(ctx, "edit", await getWebhook(ctx, id));
  await deleteRow(ctx, webhook);
  ctx.audit({
    action: "webhook.delete",
    target: { type: "webhook", id },
    company: webhook.company_id,
    before: told(webhook),
  });
  return { success: true };
}

/** @throws AppError invalid with the problem of the address */
function checkUrl(ctx: Context, text: string): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalid("url", "Enter a full address, like https://hooks.example.com/footnote.");
  if (url.username !== "" || url.password !== "")
    throw invalid("url", "Leave out the user name and password. The signature proves the sender.");
  const refused = refusalOf(url, ctx.services.config.privateHosts);
  if (refused !== null) throw invalid("url", refused);
}

/** For the record: many services put a token in path or query. */
function shownUrl(text: string): string {
  return `${new URL(text).origin}/…`;
}

function told({ name, url, events, is_active }: Pick<WebhookRow, "name" | "url" | "events" | "is_active">) {
  return { name, url: shownUrl(url), events, isActive: is_active };
}
