import type { Notification } from "#contract/notifications.ts";

type Group = [Notification, ...Notification[]];

/** Kinds that one action can trigger several times, such as an upload of unreadable files. */
const groupedKinds: ReadonlySet<string> = new Set(["document_failed", "sign_off_needed"]);

/** Groups consecutive notifications about the same item, all read or all unread. */
export function groupsOf(rows: Notification[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const isSame = last?.[0].kind === row.kind && last[0].link === row.link && last[0].isRead === row.isRead;
    if (last !== undefined && isSame && groupedKinds.has(row.kind)) last.push(row);
    else groups.push([row]);
  }
  return groups;
}
