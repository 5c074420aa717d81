import { setTimeout as wait } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import pg from "pg";
import type { Connection } from "./access.ts";
import type { DB } from "./schema.gen.ts";

/** A notice sent by one process in a transaction reaches every process on commit (LISTEN/NOTIFY). */
export type NoticeBoard<Notice> = {
  say(tx: Transaction<DB>, notice: Notice): Promise<void>;
  close(): Promise<void>;
};

type Listeners<Notice> = {
  onNotice(notice: Notice): void;
  /** The connection was lost and restored: notices in between were missed. */
  onReconnected(): void;
};

export async function openNoticeBoard<Notice>(
  connection: Connection,
  channel: string,
  { onNotice, onReconnected }: Listeners<Notice>,
): Promise<NoticeBoard<Notice>> {
  let closed = false;
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({ ...connection, keepAlive: true });
    // the statement fails with the same reason
    next.on("error", () => undefined);
    next.on("notification", (message) => onNotice(JSON.parse(message.payload ?? "{}") as Notice));
    await next.connect();
    await next.query(`listen ${channel}`);
    // only now: a connection that ends before it listens is the caller's to open again
    next.once("end", () => void listenAgain());
    return next;
  }

  async function listenAgain(): Promise<void> {
    while (!closed) {
      await wait(500);
      try {
        client = await listen();
        if (closed) await client.end();
        else onReconnected();
        return;
      } catch {
        // the database is unreachable; the next round tries again
      }
    }
  }

  return {
    say: (tx, notice) =>
      sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`.execute(tx).then(() => undefined),
    async close() {
      closed = true;
      await client.end();
    },
  };
}
