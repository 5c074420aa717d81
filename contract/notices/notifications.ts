import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Done, Id, IdParams, Timestamp } from "#contract/kernel/values.ts";

export const about = "The bell, and the stream of events";

export const notificationKinds = [
  "document_failed",
  "document_ready",
  "sign_off_needed",
  "bad_rating",
  "answer_corrected",
  "rule_changed",
  "review_assigned",
  "question_answered",
  "expert_asked",
  "expert_answered",
  "approval_needed",
  "approved_suspended",
  "new_lead",
  "invitation_accepted",
  "theme_assigned",
  "key_check_failed",
  "spend_near_limit",
  "model_retiring",
  "second_factor_removed",
  "record_altered",
  "record_heads_wait",
  "record_stream_waits",
  "webhook_off",
  "break_glass",
  "welcome",
] as const;

/** Kinds that one action can trigger several times: consecutive ones about the same item are one entry of the bell. */
export const groupedNotificationKinds: readonly (typeof notificationKinds)[number][] = [
  "document_failed",
  "sign_off_needed",
];

/** How a person wants to be notified of a kind of event. */
export const Delivery = z.enum(["bell", "digest", "off"]);
export type Delivery = z.infer<typeof Delivery>;

export const NotificationPreference = z.object({
  kind: z.enum(notificationKinds),
  delivery: Delivery.describe("In the bell; in the bell and the daily email; not at all"),
});
export type NotificationPreference = z.output<typeof NotificationPreference>;

export const listNotificationPreferences = endpoint({
  method: "GET",
  path: "/api/notifications/preferences",
  permission: "signed-in",
  summary: "Your notification settings for your role's events",
  output: z.object({
    mailIsConfigured: z.boolean().describe("Without a mail server there is no daily email"),
    rows: z.array(NotificationPreference),
  }),
});

export const setNotificationPreference = endpoint({
  method: "PUT",
  path: "/api/notifications/preferences",
  permission: "signed-in",
  summary: "Set how you are notified of one kind of event",
  body: NotificationPreference,
  output: NotificationPreference,
});

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  words: z
    .object({ before: z.string(), after: z.string().nullable().describe("null: no similar text is left") })
    .nullable()
    .describe("The old and new text"),
  createdAt: Timestamp,
  isRead: z.boolean(),
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  permission: "signed-in",
  summary: "Your own notifications, newest first, with the unread count",
  output: z.object({
    unread: z
      .number()
      .int()
      .describe(
        "Unread entries; consecutive ones about the same item, such as the files of an upload, are one",
      ),
    rows: z.array(Notification),
  }),
});

export const readNotification = endpoint({
  method: "POST",
  path: "/api/notifications/:id/read",
  permission: "signed-in",
  summary: "Mark one as read",
  params: IdParams,
  output: Done,
});

export const readAllNotifications = endpoint({
  method: "POST",
  path: "/api/notifications/read-all",
  permission: "signed-in",
  summary: "Mark all as read",
  output: Done,
});

/** What the server sends to an open page; the page responds by fetching what changed. */
export const LiveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello") }),
  z.object({
    type: z.literal("document"),
    themeId: Id,
    documentId: Id,
    status: z.enum(["processing", "ready", "failed", "deleted"]),
    progress: z
      .object({
        read: z.number().int().positive().describe("Pages read so far"),
        all: z.number().int().positive().describe("All pages"),
      })
      .nullable()
      .describe("Pages read so far out of all pages, while the document is being read"),
  }),
  z.object({ type: z.literal("notification") }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

export const streamEvents = endpoint({
  method: "GET",
  path: "/api/events",
  permission: "signed-in",
  summary: "Server-sent events for your own open pages",
  answers: "events",
  events: LiveEvent,
});
