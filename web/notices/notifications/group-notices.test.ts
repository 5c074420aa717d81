import { expect, test } from "vitest";
import type { Notification } from "#contract/notices/notifications.ts";
import { groupsOf } from "./group-notices.ts";

const notice = (id: number, part: Partial<Notification> = {}): Notification => ({
  id,
  kind: "document_failed",
  title: "'A.pdf' could not be read",
  body: "",
  link: "/themes?theme=1&tab=documents",
  createdAt: "2026-11-24T12:00:00.000Z",
  isRead: false,
  words: null,
  ...part,
});

const ids = (rows: Notification[]) => groupsOf(rows).map((group) => group.map(({ id }) => id));

test("consecutive unreadable files of one theme share one entry", () => {
  expect(ids([notice(3), notice(2), notice(1)])).toEqual([[3, 2, 1]]);
});

test("entries of another theme or kind, and read entries, stay separate", () => {
  expect(ids([notice(3), notice(2, { link: "/themes?theme=2" }), notice(1)])).toEqual([[3], [2], [1]]);
  expect(ids([notice(2), notice(1, { isRead: true })])).toEqual([[2], [1]]);
  const rated = { kind: "bad_rating", link: "/admin" } as const;
  expect(ids([notice(2, rated), notice(1, rated)])).toEqual([[2], [1]]);
});
