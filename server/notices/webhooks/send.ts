import packageJson from "#package.json" with { type: "json" };
import type { JobPayload } from "#contract/operation/jobs.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { beginningOf } from "#server/platform/beginning-of.ts";
import { networkFailure, refusedAnswer } from "#server/platform/network-failure.ts";
import { open } from "#server/platform/secrets.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import {
  claimDelivery,
  claimHeldBack,
  noteOutcome,
  type Claimed,
  type Outcome,
  type Receiver,
} from "./delivery-store.ts";
import { nextDelay } from "./retry.ts";
import { signedHeaders, webhookBinding } from "./secret.ts";
import { noteAttempt } from "./store.ts";
import { isHopeless, switchOffFor } from "./switch-off.ts";

/** Standard Webhooks suggests 15 to 30 seconds. */
const patienceMs = 15_000;
/** Enough for a receiver's error message. */
const mostBytes = 1000;
/** A retry this soon gets its own job; the minute's check finds later ones. */
const soonSeconds = 60;

/** Begins one attempt of one delivery; after a crash before its result is recorded, it is repeated after a minute. */
export async function sendWebhook(
  services: VerbServices,
  { companyId, deliveryId }: JobPayload<"send-webhook">,
): Promise<void> {
  const caller = jobCaller(services, "send-webhook", companyId);
  const claimed = await caller.transact((ctx) =>
    claimDelivery(ctx, { companyId, id: deliveryId }, roomIn(services)),
  );
  if (claimed !== null) begin(caller, claimed);
}

/** Not awaited by its job: a receiver that hangs holds no place in the queue. */
function begin(caller: Caller, claimed: Claimed): void {
  const { services } = caller;
  const work = async () => {
    const outcome = await attempt(services, claimed);
    const next = await caller.transact(async (ctx) => {
      await settle(ctx, claimed, outcome);
      return claimHeldBack(ctx, claimed.company_id, roomIn(services));
    });
    if (next !== null) begin(caller, next);
  };
  services.outbound.begin(laneOf(claimed), work, claimed.host);
}

const laneOf = ({ isFailing }: Pick<Receiver, "isFailing">) => (isFailing ? "failingWebhooks" : "webhooks");
const roomIn =
  ({ outbound }: VerbServices) =>
  (receiver: Receiver) =>
    outbound.hasRoom(laneOf(receiver), receiver.host);

async function attempt(services: VerbServices, claimed: Claimed): Promise<Outcome> {
  const { webhook } = claimed;
  if (webhook === null)
    return { status_code: null, response: null, failure: "The webhook was switched off before it was sent." };
  const { host } = new URL(webhook.url);
  try {
    const response = await services.guardedFetch(webhook.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": `Footnote-Webhooks/${packageJson.version}`,
        ...headersOf(services, claimed, webhook),
      },
      body: claimed.body,
      timeoutMs: patienceMs,
      signal: services.stopping,
    });
    const text = await beginningOf(response, mostBytes);
    return {
      status_code: response.status,
      response: text,
      failure: response.ok ? null : refusalSentence(response.status),
    };
  } catch (error) {
    // not the receiver's failure: the claim expires by itself, and the attempt is repeated
    services.stopping.throwIfAborted();
    return { status_code: null, response: null, failure: networkFailure(error, host, patienceMs) };
  }
}

function headersOf(services: VerbServices, claimed: Claimed, webhook: NonNullable<Claimed["webhook"]>) {
  const at = services.clock.now();
  const bound = webhookBinding(claimed.company_id, claimed.webhook_id);
  const isOverlapping = webhook.previous_until !== null && webhook.previous_until > at;
  const sealed = [webhook.sealed, isOverlapping ? webhook.previous_sealed : null];
  const secrets = sealed.flatMap((one) =>
    one === null ? [] : [open(services.config.secretKeys, bound, one)],
  );
  return signedHeaders(secrets, { messageId: claimed.message_id, at, body: claimed.body });
}

function refusalSentence(status: number): string {
  return status === 410 ? "The receiver answered 410 Gone." : refusedAnswer("The receiver", status);
}

async function settle(ctx: Context, claimed: Claimed, outcome: Outcome): Promise<void> {
  const isDelivered = outcome.failure === null;
  const delay =
    isDelivered || claimed.webhook === null || outcome.status_code === 410
      ? null
      : nextDelay(claimed.attempts);
  const next = delay === null ? null : new Date(ctx.now.getTime() + delay * 1000);
  await noteOutcome(ctx, claimed, outcome, next);
  if (delay !== null && delay < soonSeconds) {
    const payload = { companyId: claimed.company_id, deliveryId: claimed.id };
    await ctx.enqueue("send-webhook", payload, { afterSeconds: Math.ceil(delay) });
  }
  if (claimed.webhook === null) return;
  const failingSince = await noteAttempt(ctx, claimed, isDelivered);
  if (outcome.status_code === 410) await switchOffFor(ctx, claimed, "Its receiver answered 410 Gone.");
  else if (failingSince !== null && isHopeless(failingSince, ctx.now))
    await switchOffFor(ctx, claimed, "No delivery has succeeded for five days.");
}
