import { groupedNotificationKinds, type Notification } from "#contract/notices/notifications.ts";

type Group = [Notification, ...Notification[]];

/** Groups consecutive notifications about the same item, all read or all unread; the server counts them the same way. */
export function groupsOf(rows: Notification[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const isSame = last?.[0].kind === row.kind && last[0].link === row.link && last[0].isRead === row.isRead;
    if (last !== undefined && isSame && groupedNotificationKinds.includes(row.kind)) last.push(row);
    else groups.push([row]);
  }
  return groups;
}
