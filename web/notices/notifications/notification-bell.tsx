import { Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { useState } from "react";
import type { Notification } from "#contract/notices/notifications.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Flyout } from "#web/ui/flyout.tsx";
import { formatAgo, formatDateTime } from "#web/ui/format.ts";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Problem } from "#web/ui/parts.tsx";
import { useNotifications, useReadNotification } from "./queries.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { groupsOf } from "./group-notices.ts";
import bar from "#web/ui/bar-button.module.css";
import classes from "./notification-bell.module.css";

/** Unread count, list, mark as read, links to the items. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useNotifications();
  const read = useReadNotification();
  const unread = data?.unread ?? 0;
  const count = unread > 99 ? "99+" : String(unread);
  return (
    <Flyout
      opened={isOpen}
      onChange={setOpen}
      label={unread === 0 ? "Notifications" : `Notifications, ${count} unread`}
      panelLabel="Notifications"
      buttonClass={`${bar.button} ${classes.bell}`}
      button={
        <>
          <Bell size={18} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} data-many={unread > 99 || undefined}>
              {count}
            </span>
          )}
        </>
      }
    >
      <div ref={restoreFocusOnRemoval} className={classes.panel}>
        <div className={classes.head}>
          <h2>Notifications</h2>
          {unread > 0 && (
            <button type="button" onClick={() => read.mutate("all")}>
              Mark all as read
            </button>
          )}
        </div>
        {read.isError && (
          <Problem onRetry={() => read.mutate(read.variables)}>
            Not marked as read. {reasonOf(read.error)}
          </Problem>
        )}
        {isError ? (
          <Problem onRetry={() => void refetch()}>Notifications could not be loaded.</Problem>
        ) : data === undefined ? (
          <Waiting shape="lines" />
        ) : data.rows.length === 0 ? (
          <p className={classes.none}>You're all caught up.</p>
        ) : (
          <ul className={classes.list}>
            {groupsOf(data.rows).map((group) => (
              <li key={group[0].id}>
                <Entry
                  notification={group[0]}
                  more={group.length - 1}
                  onOpen={() => {
                    for (const { id, isRead } of group) if (!isRead) read.mutate(id);
                    setOpen(false);
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Flyout>
  );
}

/** A rule's old and new text, side by side. */
function Words({ words: { before, after } }: { words: NonNullable<Notification["words"]> }) {
  return (
    <span className={classes.words}>
      <span>
        <b>It said</b>
        <span>{before}</span>
      </span>
      <span>
        <b>It says now</b>
        <span>{after ?? "Nothing similar."}</span>
      </span>
    </span>
  );
}

type EntryProps = {
  notification: Notification;
  /** Others about the same item. */
  more: number;
  onOpen(): void;
};

function Entry({ notification, more, onOpen }: EntryProps) {
  const body = (
    <>
      <span className={classes.title}>
        {!notification.isRead && <span className={classes.dot} aria-hidden />}
        {!notification.isRead && <span className="visually-hidden">Unread: </span>}
        {notification.title}
        {more > 0 && `, and ${more} more`}
      </span>
      {notification.body && <span className={classes.body}>{notification.body}</span>}
      {notification.words !== null && <Words words={notification.words} />}
      <time
        className={classes.time}
        dateTime={notification.createdAt}
        title={formatDateTime(notification.createdAt)}
      >
        {formatAgo(notification.createdAt)}
      </time>
    </>
  );
  if (notification.link === null) {
    return (
      <button type="button" className={classes.entry} onClick={onOpen}>
        {body}
      </button>
    );
  }
  const { pathname, search } = addressOf(notification.link);
  return (
    <Link to={pathname} search={search} className={classes.entry} onClick={onOpen}>
      {body}
    </Link>
  );
}

/** A server's link in the router's parts. */
function addressOf(link: string): { pathname: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(link, window.location.origin);
  return { pathname, search: Object.fromEntries(searchParams) };
}
