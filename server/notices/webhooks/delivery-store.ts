import { sql } from "kysely";
import type { WebhookMessage } from "#contract/notices/webhooks.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

/** A lost job, with its process or otherwise, is queued again after this time. */
const jobPatienceMs = 10 * 60_000;
/** Attempts of one company at the same time, on all servers. */
const mostOfCompany = 2;
/** Of these, to webhooks whose last attempt failed: the rest stays free for the company's other webhooks. */
const mostFailing = 1;
/** First half of the advisory lock on a company's share; no other lock has it. */
const shareLock = 192;
/** A delivery held back follows an attempt of its company that ends, or is queued after this time. */
const heldBackMs = 60_000;
/** An attempt takes at most 15 seconds; one without a result after this time ended with its process. */
const claimMs = 60_000;

const columns = [
  "d.company_id",
  "d.id",
  "d.webhook_id",
  "d.message_id",
  "d.event",
  "d.body",
  "d.state",
  "d.attempts",
  "d.next_attempt_at",
  "d.last_attempt_at",
  "d.status_code",
  "d.response",
  "d.failure",
  "d.created_at",
] as const;

function selectDeliveries(ctx: Context) {
  const query = ctx.db.selectFrom("webhook_deliveries as d").select(columns);
  return ctx.company === null ? query : query.where("d.company_id", "=", ctx.company);
}

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>["executeTakeFirstOrThrow"]>>;

export function listDeliveries(
  ctx: Context,
  webhook: { company_id: number; id: number },
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  let query = selectDeliveries(ctx)
    .where("d.company_id", "=", webhook.company_id)
    .where("d.webhook_id", "=", webhook.id);
  if (before !== undefined) query = query.where("d.id", "<", before);
  return query.orderBy("d.id", "desc").limit(limit).execute();
}

export function getDelivery(ctx: Context, id: number): Promise<DeliveryRow> {
  return selectDeliveries(ctx).where("d.id", "=", id).executeTakeFirstOrThrow(notFound);
}

type Message = { type: WebhookMessage["type"]; body: string; once: string | null };

/**
 * Stores a message for one webhook, or for each active one subscribed to it; a job in the same transaction sends it.
 * @returns ids of the deliveries
 */
export async function insertDeliveries(
  ctx: Context,
  to: { companyId: number; webhookId?: number },
  { type, body, once }: Message,
): Promise<number[]> {
  const rows = await ctx.db
    .insertInto("webhook_deliveries")
    .columns([
      ...(["company_id", "webhook_id", "message_id", "event", "body", "once"] as const),
      ...(["state", "attempts", "next_attempt_at", "wake_at", "created_at"] as const),
    ])
    .expression((eb) => {
      const query = eb
        .selectFrom("webhooks as w")
        .select([
          "w.company_id",
          "w.id",
          sql<string>`'msg_' || replace(gen_random_uuid()::text, '-', '')`.as("message_id"),
          sql<string>`${type}::text`.as("event"),
          sql<string>`${body}::text`.as("body"),
          sql<string | null>`${once}::text`.as("once"),
          sql<string>`'waiting'`.as("state"),
          sql<number>`0`.as("attempts"),
          sql<Date>`${ctx.now}::timestamptz`.as("next_attempt_at"),
          sql<Date>`${new Date(ctx.now.getTime() + jobPatienceMs)}::timestamptz`.as("wake_at"),
          sql<Date>`${ctx.now}::timestamptz`.as("created_at"),
        ])
        .where("w.company_id", "=", to.companyId)
        .where("w.is_active", "=", true);
      return to.webhookId === undefined
        ? query.where(sql<boolean>`${type}::text = any (w.events)`)
        : query.where("w.id", "=", to.webhookId);
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  for (const deliveryId of ids) await ctx.enqueue("send-webhook", { companyId: to.companyId, deliveryId });
  return ids;
}

/** What decides whether an attempt has room: the webhook's last attempt failed, and the receiver's host with its port. */
export type Receiver = { isFailing: boolean; host: string };

/**
 * Claims a due delivery for one attempt, so no other server attempts it too; null if there is nothing to do, or the
 * delivery is held back because the company's share is taken or this server has no room. Includes everything needed about
 * its webhook.
 */
export async function claimDelivery(
  ctx: Context,
  { companyId, id }: { companyId: number; id: number },
  hasRoom: (receiver: Receiver) => boolean,
) {
  await lockShare(ctx, companyId);
  const receiver = await receiverOf(ctx, id);
  if (!hasRoom(receiver) || !(await hasShare(ctx, companyId, receiver.isFailing))) {
    await holdBack(ctx, id);
    return null;
  }
  const claimed = await ctx.db
    .updateTable("webhook_deliveries")
    .set({
      attempts: sql<number>`attempts + 1`,
      last_attempt_at: ctx.now,
      claimed_until: new Date(ctx.now.getTime() + claimMs),
      wake_at: new Date(ctx.now.getTime() + 2 * claimMs),
      is_held_back: false,
    })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<=", ctx.now)
    .where(sql<boolean>`(claimed_until is null or claimed_until <= ${ctx.now})`)
    .returning(["company_id", "id", "webhook_id", "message_id", "body", "attempts"])
    .executeTakeFirst();
  if (claimed === undefined) return null;
  const webhook = await ctx.db
    .selectFrom("webhooks as w")
    .innerJoin("companies as c", "c.id", "w.company_id")
    .select(["w.name", "w.url", "w.sealed", "w.previous_sealed", "w.previous_until"])
    .where("w.company_id", "=", claimed.company_id)
    .where("w.id", "=", claimed.webhook_id)
    .where("w.is_active", "=", true)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  // null: it was switched off or deleted, with its company or alone
  return { ...claimed, ...receiver, webhook: webhook ?? null };
}

function withWebhooks(ctx: Context) {
  return ctx.db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhooks as w", (join) =>
      join.onRef("w.company_id", "=", "d.company_id").onRef("w.id", "=", "d.webhook_id"),
    );
}

async function receiverOf(ctx: Context, id: number): Promise<Receiver> {
  const webhook = await withWebhooks(ctx)
    .select(["w.url", "w.failing_since"])
    .where("d.id", "=", id)
    .executeTakeFirst();
  // a deleted webhook: its claim says so without calling anybody
  if (webhook === undefined) return { isFailing: false, host: "" };
  return { isFailing: webhook.failing_since !== null, host: new URL(webhook.url).host };
}

/** Until the transaction ends: two claims can't take the last place, and none is held back unseen by an attempt that ends. */
async function lockShare(ctx: Context, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${shareLock}, ${companyId})`.execute(ctx.db);
}

/** Whether a company may begin one more attempt. */
async function hasShare(ctx: Context, companyId: number, isFailing: boolean): Promise<boolean> {
  const { all, failing } = await withWebhooks(ctx)
    .select(sql<number>`count(*)::int`.as("all"))
    .select(sql<number>`count(*) filter (where w.failing_since is not null)::int`.as("failing"))
    .where("d.company_id", "=", companyId)
    .where("d.state", "=", "waiting")
    .where("d.claimed_until", ">", ctx.now)
    .executeTakeFirstOrThrow();
  return all < mostOfCompany && (!isFailing || failing < mostFailing);
}

async function holdBack(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable("webhook_deliveries")
    .set({ is_held_back: true, wake_at: new Date(ctx.now.getTime() + heldBackMs) })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where(sql<boolean>`(claimed_until is null or claimed_until <= ${ctx.now})`)
    .execute();
}

/** Claims the company's oldest delivery that was held back, of a webhook that isn't failing if there is one. */
export async function claimHeldBack(
  ctx: Context,
  companyId: number,
  hasRoom: (receiver: Receiver) => boolean,
): Promise<Claimed | null> {
  const next = await withWebhooks(ctx)
    .select("d.id")
    .where("d.company_id", "=", companyId)
    .where("d.is_held_back", "=", true)
    .where("d.state", "=", "waiting")
    .where("d.next_attempt_at", "<=", ctx.now)
    .where(sql<boolean>`(d.claimed_until is null or d.claimed_until <= ${ctx.now})`)
    .orderBy(sql`w.failing_since is not null`)
    .orderBy("d.id")
    .limit(1)
    .executeTakeFirst();
  return next === undefined ? null : claimDelivery(ctx, { companyId, id: next.id }, hasRoom);
}

export type Claimed = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

export type Outcome = { status_code: number | null; response: string | null; failure: string | null };

/** Records an attempt; `next`: when the following one is due, null if there is none. */
export async function noteOutcome(
  ctx: Context,
  claimed: Claimed,
  outcome: Outcome,
  next: Date | null,
): Promise<void> {
  const isDelivered = outcome.failure === null;
  await lockShare(ctx, claimed.company_id);
  await ctx.db
    .updateTable("webhook_deliveries")
    .set({
      ...outcome,
      state: isDelivered ? "delivered" : next === null ? "failed" : "waiting",
      next_attempt_at: next,
      wake_at: next,
      claimed_until: null,
    })
    .where("company_id", "=", claimed.company_id)
    .where("id", "=", claimed.id)
    // a later attempt, or "Send again", has newer information
    .where("attempts", "=", claimed.attempts)
    .where("state", "=", "waiting")
    .execute();
}

/** Deliveries waiting for a switched-off webhook are not sent any more. */
export async function endWaiting(
  ctx: Context,
  place: { company_id: number; webhook_id: number },
  failure: string,
): Promise<void> {
  await ctx.db
    .updateTable("webhook_deliveries")
    .set({ state: "failed", next_attempt_at: null, wake_at: null, claimed_until: null, failure })
    .where("company_id", "=", place.company_id)
    .where("webhook_id", "=", place.webhook_id)
    .where("state", "=", "waiting")
    .execute();
}

/** Starts over with the first attempt, under the same message id. */
export async function sendAgain(ctx: Context, delivery: { company_id: number; id: number }): Promise<void> {
  await ctx.db
    .updateTable("webhook_deliveries")
    .set({
      state: "waiting",
      attempts: 0,
      next_attempt_at: ctx.now,
      wake_at: new Date(ctx.now.getTime() + jobPatienceMs),
      claimed_until: null,
    })
    .where("company_id", "=", delivery.company_id)
    .where("id", "=", delivery.id)
    .execute();
  await ctx.enqueue("send-webhook", { companyId: delivery.company_id, deliveryId: delivery.id });
}

/** Queues due deliveries of all companies that have no job. */
export async function wakeDue(ctx: Context, limit: number): Promise<number> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    with due as (
      select company_id, id from webhook_deliveries where state = 'waiting' and wake_at <= ${ctx.now}
      order by wake_at limit ${limit} for update skip locked)
    update webhook_deliveries d set wake_at = ${new Date(ctx.now.getTime() + jobPatienceMs)}
    from due where d.company_id = due.company_id and d.id = due.id
    returning d.company_id, d.id`.execute(ctx.db);
  for (const { company_id, id } of rows)
    await ctx.enqueue("send-webhook", { companyId: company_id, deliveryId: id });
  return rows.length;
}

export async function removeOlder(ctx: Context, than: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_deliveries where (company_id, id) in (
      select company_id, id from webhook_deliveries where created_at < ${than} order by created_at limit ${limit})
    returning id`.execute(ctx.db);
  return rows.length;
}
