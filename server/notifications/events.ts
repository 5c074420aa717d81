import { sql } from "kysely";
import type { Transaction } from "kysely";
import pg from "pg";
import { setTimeout as wait } from "node:timers/promises";
import { LiveEvent } from "#contract/notifications.ts";
import { can } from "#contract/permissions.ts";
import type { Permission } from "#contract/permissions.ts";
import type { Person } from "#server/actor.ts";
import { AppError } from "#server/errors.ts";
import type { Connection } from "#server/platform/database/access.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";

/** Whose open pages hear of an event. */
export type LiveAddress = { company: number; permission: Permission } | { user: number };

type Notice =
  | { kind: "event"; to: LiveAddress; event: LiveEvent }
  | { kind: "sessions-ended"; user: number; which: EndedSessions };

/** Which sessions of a person ended: one, or all but the one kept. */
export type EndedSessions = { only: string } | { keep: string | null };

type Subscriber = { person: Person; send(event: LiveEvent): void; end(): void };

/** The notice board: what one process says in a transaction, every process tells its open pages (LISTEN/NOTIFY). */
export type Events = {
  announce(tx: Transaction<DB>, to: LiveAddress, event: LiveEvent): Promise<void>;
  /** Ends the open streams of ended sessions, in all processes. */
  endSessions(tx: Transaction<DB>, user: number, which: EndedSessions): Promise<void>;
  subscribe(subscriber: Subscriber): () => void;
  /** @throws AppError limit_exceeded when the person or the session has too many streams open in this process */
  allowStream(person: Person): void;
  /** Sessions with open streams in this process. */
  openSessions(): string[];
  /** Ends this process's streams of these sessions: their time has run out, and nobody said so. */
  endStreams(sessionIds: string[]): void;
  close(): Promise<void>;
};

const channel = "footnote";

/** Streams open at the same time: answers being written and open pages. */
const mostPerPerson = 40;
const mostPerSession = 20;

/** @param factor multiplies the limits, as it does every other one */
export async function openEvents(connection: Connection, factor = 1): Promise<Events> {
  const subscribers = new Set<Subscriber>();
  let closed = false;
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({ ...connection, keepAlive: true });
    await next.connect();
    next.on("notification", (message) => deliver(JSON.parse(message.payload ?? "{}") as Notice));
    next.on("error", () => void relisten());
    await next.query(`listen ${channel}`);
    return next;
  }

  async function relisten(): Promise<void> {
    while (!closed) {
      await wait(500);
      try {
        client = await listen();
        // something may have been missed: a page that gets 'hello' fetches anew
        for (const subscriber of subscribers) subscriber.send({ type: "hello" });
        return;
      } catch {
        // the database is away; the next round tries again
      }
    }
  }

  function deliver(notice: Notice): void {
    for (const subscriber of subscribers) {
      if (notice.kind === "event" && isFor(notice.to, subscriber.person)) subscriber.send(notice.event);
      if (notice.kind === "sessions-ended" && hasEnded(notice, subscriber.person)) subscriber.end();
    }
  }

  const say = (tx: Transaction<DB>, notice: Notice) =>
    sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(tx).then(() => undefined);

  return {
    announce: (tx, to, event) => say(tx, { kind: "event", to, event }),
    endSessions: (tx, user, which) => say(tx, { kind: "sessions-ended", user, which }),
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
    openSessions: () => [...new Set([...subscribers].map(({ person }) => person.sessionId))],
    endStreams(sessionIds) {
      for (const subscriber of subscribers)
        if (sessionIds.includes(subscriber.person.sessionId)) subscriber.end();
    },
    async close() {
      closed = true;
      for (const subscriber of subscribers) subscriber.end();
      await client.end();
    },
  };
}

function hasEnded({ user, which }: { user: number; which: EndedSessions }, person: Person): boolean {
  if (person.id !== user) return false;
  return "only" in which ? person.sessionId === which.only : person.sessionId !== which.keep;
}

function isFor(to: LiveAddress, person: Person): boolean {
  if ("user" in to) return to.user === person.id;
  const sameCompany = person.companyId === to.company || person.role === "super_admin";
  return sameCompany && can(person.role, to.permission);
}
