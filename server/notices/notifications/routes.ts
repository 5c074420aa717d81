import { Readable } from "node:stream";
import { notificationKinds, type LiveEvent } from "#contract/notices/notifications.ts";
import * as contract from "#contract/notices/notifications.ts";
import { personOf, type Caller } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { eventStream } from "#server/http/event-stream.ts";
import { eventsResponse, type RawResponse } from "#server/http/response.ts";
import { longRoute, route, type Call } from "#server/http/route.ts";
import { listNotificationPreferences, setNotificationPreference } from "./preferences.ts";
import { countUnread, listNotificationsOf, markRead } from "./store.ts";

/** One stream per open page; ends with the session, with a heartbeat so that proxies keep it open. */
function streamEvents(caller: Caller, _input: object, { signal }: Call): RawResponse {
  caller.services.events.allowStream(personOf(caller));
  // a page that missed something fetches everything again
  const events = eventStream<LiveEvent>(signal, 25_000, { type: "hello" });
  const unsubscribe = caller.services.events.subscribe({
    person: personOf(caller),
    isEndless: true,
    send: events.push,
    end: events.end,
  });
  signal.addEventListener("abort", unsubscribe, { once: true });
  events.push({ type: "hello" });
  const body = Readable.from(events.frames());
  body.once("close", unsubscribe);
  return eventsResponse(body);
}

export const routes = [
  route(contract.listNotifications, async (ctx) => {
    const person = personOf(ctx);
    const rows = await listNotificationsOf(ctx, person.id);
    return {
      unread: await countUnread(ctx, person.id),
      rows: rows.map((row) => ({
        id: row.id,
        kind: notificationKinds.find((kind) => kind === row.kind) ?? "welcome",
        title: row.title,
        body: row.body,
        link: row.link,
        words: row.words_before === null ? null : { before: row.words_before, after: row.words_after },
        createdAt: row.created_at,
        isRead: row.read_at !== null,
      })),
    };
  }),
  route(contract.readNotification, async (ctx, { id }) => {
    if ((await markRead(ctx, personOf(ctx).id, id)) === 0) throw notFound();
    ctx.audit({
      action: "notification.read",
      target: { type: "notification", id },
      company: personOf(ctx).companyId,
    });
    await ctx.announce({ user: personOf(ctx).id }, { type: "notification" });
    return { success: true as const };
  }),
  route(contract.readAllNotifications, async (ctx) => {
    const { id, companyId } = personOf(ctx);
    const read = await markRead(ctx, id, null);
    ctx.audit({
      action: "notification.read-all",
      target: { type: "user", id },
      company: companyId,
      after: { read },
    });
    await ctx.announce({ user: personOf(ctx).id }, { type: "notification" });
    return { success: true as const };
  }),
  route(contract.listNotificationPreferences, listNotificationPreferences),
  route(contract.setNotificationPreference, setNotificationPreference),
  longRoute(contract.streamEvents, streamEvents),
];
