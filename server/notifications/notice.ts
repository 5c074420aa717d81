import type { Notification } from "#contract/notifications.ts";

/** A notification before it is addressed. */
export type Notice = Pick<Notification, "kind" | "title" | "body" | "link"> &
  Partial<Pick<Notification, "words">>;
