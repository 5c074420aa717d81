import { sql } from "kysely";
import type { WebhookEvent } from "#contract/notices/webhooks.ts";
import { personOf, type CompanyId, type Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";

function selectWebhooks(ctx: Context) {
  const query = ctx.db
    .selectFrom("webhooks as w")
    .innerJoin("companies as c", "c.id", "w.company_id")
    .select([
      "w.id",
      "w.company_id",
      "c.name as company_name",
      "w.name",
      "w.url",
      "w.events",
      "w.is_active",
      "w.version",
      "w.off_reason",
      "w.sealed",
      "w.previous_sealed",
      "w.previous_until",
      "w.failing_since",
      "w.created_at",
    ])
    .select((eb) => [
      sql<number>`(select count(*) from webhook_deliveries d
        where d.company_id = w.company_id and d.webhook_id = w.id and d.state = 'waiting')`.as("waiting"),
      eb
        .selectFrom("webhook_deliveries as d")
        .select("d.last_attempt_at")
        .whereRef("d.company_id", "=", "w.company_id")
        .whereRef("d.webhook_id", "=", "w.id")
        .where("d.state", "=", "delivered")
        .orderBy("d.id", "desc")
        .limit(1)
        .as("delivered_at"),
    ])
    .where("c.deleted_at", "is", null);
  return ctx.company === null ? query : query.where("w.company_id", "=", ctx.company);
}

export type WebhookRow = Awaited<ReturnType<ReturnType<typeof selectWebhooks>["executeTakeFirstOrThrow"]>>;

/** More than a company can keep track of; older ones are left out. */
const mostListed = 500;

export function listWebhooks(ctx: Context): Promise<WebhookRow[]> {
  return selectWebhooks(ctx).orderBy("w.id", "desc").limit(mostListed).execute();
}

export function getWebhook(ctx: Context, id: number): Promise<WebhookRow> {
  return selectWebhooks(ctx).where("w.id", "=", id).executeTakeFirstOrThrow(notFound);
}

export async function countWebhooks(ctx: Context, companyId: CompanyId): Promise<number> {
  const row = await ctx.db
    .selectFrom("webhooks")
    .select(sql<number>`count(*)`.as("count"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertWebhook(
  ctx: Context,
  companyId: CompanyId,
  values: { name: string; url: string; events: WebhookEvent[] },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto("webhooks")
    .values({
      ...values,
      company_id: companyId,
      is_active: true,
      created_by: personOf(ctx).id,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A secret is bound to the webhook's own id, which exists only once it is stored. */
export async function setSecret(
  ctx: Context,
  place: { company_id: number; id: number },
  secrets: { sealed: Buffer; previous_sealed: Buffer | null; previous_until: Date | null },
): Promise<void> {
  await ctx.db
    .updateTable("webhooks")
    .set(secrets)
    .where("company_id", "=", place.company_id)
    .where("id", "=", place.id)
    .execute();
}

export async function updateWebhook(
  ctx: Context,
  webhook: Allowed<WebhookRow, "edit">,
  values: {
    name: string;
    url: string;
    events: string[];
    is_active: boolean;
    off_reason: string | null;
    failing_since: Date | null;
  },
): Promise<void> {
  await ctx.db
    .updateTable("webhooks")
    .set(values)
    .where("company_id", "=", webhook.company_id)
    .where("id", "=", webhook.id)
    .execute();
}

/** With its deliveries; recorded events stay. */
export async function deleteWebhook(ctx: Context, webhook: Allowed<WebhookRow, "edit">): Promise<void> {
  await ctx.db
    .deleteFrom("webhooks")
    .where("company_id", "=", webhook.company_id)
    .where("id", "=", webhook.id)
    .execute();
}

/** Records an attempt's result; returns when the current run of failures began, null after a success. */
export async function noteAttempt(
  ctx: Context,
  place: { company_id: number; webhook_id: number },
  isDelivered: boolean,
): Promise<Date | null> {
  const row = await ctx.db
    .updateTable("webhooks")
    .set({ failing_since: isDelivered ? null : sql<Date>`coalesce(failing_since, ${ctx.now})` })
    .where("company_id", "=", place.company_id)
    .where("id", "=", place.webhook_id)
    .returning("failing_since")
    .executeTakeFirst();
  return row?.failing_since ?? null;
}

/** By the program itself; false if someone was faster. */
export async function switchOff(
  ctx: Context,
  place: { company_id: number; webhook_id: number },
  reason: string,
): Promise<boolean> {
  const done = await ctx.db
    .updateTable("webhooks")
    .set({ is_active: false, off_reason: reason })
    .where("company_id", "=", place.company_id)
    .where("id", "=", place.webhook_id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}
