import { LiveEvent } from "#contract/notices/notifications.ts";
import { permits, type EndedSessions, type Person } from "./actor.ts";
import type { Permission } from "#contract/kernel/permissions.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Connection } from "#server/platform/database/access.ts";
import type { DatabaseTransaction } from "#server/platform/database/database.ts";
import { openNoticeBoard } from "#server/platform/database/notice-board.ts";

/** Whose open pages receive an event. */
export type LiveAddress = { company: number; permission: Permission } | { user: number };

type Notice =
  | { kind: "event"; to: LiveAddress; event: LiveEvent }
  | { kind: "sessions-ended"; user: number; which: EndedSessions };

type Subscriber = {
  person: Person;
  /** A stream that only its page or its session ends. */
  isEndless?: boolean;
  send(event: LiveEvent): void;
  end(): void;
};

/** One process announces in a transaction; every process notifies its open pages. */
export type Events = {
  announce(tx: DatabaseTransaction, to: LiveAddress, event: LiveEvent): Promise<void>;
  /** Ends the open streams of ended sessions, in all processes. */
  endSessions(tx: DatabaseTransaction, user: number, which: EndedSessions): Promise<void>;
  subscribe(subscriber: Subscriber): () => void;
  /** @throws AppError limit_exceeded if the person or the session has too many streams open in this process */
  allowStream(person: Person): void;
  /** Sessions with open streams in this process; a key's stream lasts as long as one answer. */
  openSessions(): string[];
  /** Ends this process's streams of these sessions: they expired, without an event. */
  endStreams(sessionIds: string[]): void;
  /** Ends the streams that would never end by themselves. */
  endEndless(): void;
  close(): Promise<void>;
};

const channel = "footnote";

/** Simultaneous streams: answers being written and open pages. */
const mostPerPerson = 40;
const mostPerSession = 20;

/** @param factor multiplies these limits, like all others */
export async function openEvents(connection: Connection, factor = 1): Promise<Events> {
  const subscribers = new Set<Subscriber>();
  const board = await openNoticeBoard<Notice>(connection, channel, {
    onNotice(notice) {
      for (const subscriber of subscribers) {
        if (notice.kind === "event" && isFor(notice.to, subscriber.person)) subscriber.send(notice.event);
        if (notice.kind === "sessions-ended" && hasEnded(notice, subscriber.person)) subscriber.end();
      }
    },
    onReconnected() {
      // on 'hello', a page fetches everything it may have missed
      for (const subscriber of subscribers) subscriber.send({ type: "hello" });
    },
  });

  return {
    announce: (tx, to, event) => board.say(tx, { kind: "event", to, event }),
    endSessions: (tx, user, which) => board.say(tx, { kind: "sessions-ended", user, which }),
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    allowStream(person) {
      const own = [...subscribers].filter((subscriber) => subscriber.person.id === person.id);
      const ofSession = own.filter((subscriber) => subscriber.person.sessionId === person.sessionId);
      if (own.length < mostPerPerson * factor && ofSession.length < mostPerSession * factor) return;
      throw new AppError(
        "limit_exceeded",
        "Too many pages are open under your account. Close some of them, then reload this one.",
        { retryAfterSeconds: 30 },
      );
    },
    openSessions: () => [
      ...new Set(
        [...subscribers].flatMap(({ person }) => (person.key === undefined ? [person.sessionId] : [])),
      ),
    ],
    endStreams(sessionIds) {
      for (const subscriber of subscribers)
        if (sessionIds.includes(subscriber.person.sessionId)) subscriber.end();
    },
    endEndless() {
      for (const subscriber of subscribers) if (subscriber.isEndless === true) subscriber.end();
    },
    async close() {
      for (const subscriber of subscribers) subscriber.end();
      await board.close();
    },
  };
}

function hasEnded({ user, which }: { user: number; which: EndedSessions }, person: Person): boolean {
  if (person.id !== user) return false;
  return "only" in which ? person.sessionId === which.only : person.sessionId !== which.keep;
}

function isFor(to: LiveAddress, person: Person): boolean {
  if ("user" in to) return to.user === person.id;
  const reaches = person.companyId === to.company || permits(person, "company:choose");
  return reaches && permits(person, to.permission);
}
