import type { Notification } from "#contract/notifications.ts";

/** A notification without its recipients. */
export type Notice = Pick<Notification, "kind" | "title" | "body" | "link"> &
  Partial<Pick<Notification, "words">>;
