import type { Notification } from "#contract/notices/notifications.ts";

/** A notification without its recipients. */
export type Notice = Pick<Notification, "kind" | "title" | "body" | "link"> &
  Partial<Pick<Notification, "words">>;
