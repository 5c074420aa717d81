import { expect, inject, test } from "vitest";
import { withClient } from "./client.ts";
import { openNoticeBoard } from "./notice-board.ts";

const connection = inject("connection");

const endBackends = (where: string) =>
  withClient(connection, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and ${where}`,
    ),
  );

test("a connection lost between two statements fails the next one and ends nothing else", async () => {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const ended = new Promise<void>((resolve) => void client.once("end", resolve));
    await endBackends(`pid = ${rows[0]?.pid}`);
    await ended;
    await expect(client.query("select 1")).rejects.toThrow();
  });
});

test("a notice board that lost its connection listens again, over one connection", async () => {
  const channel = `client_test_${process.pid}`;
  const notices: string[] = [];
  let reconnections = 0;
  const board = await openNoticeBoard<string>(connection, channel, {
    onNotice: (notice) => void notices.push(notice),
    onReconnected: () => void reconnections++,
  });
  await endBackends(`query = 'listen ${channel}'`);
  await expect.poll(() => reconnections).toBe(1);
  await withClient(connection, (client) => client.query("select pg_notify($1, $2)", [channel, '"again"']));
  await expect.poll(() => notices).toEqual(["again"]);
  const listening = await withClient(connection, (client) =>
    client.query(`select from pg_stat_activity where query = 'listen ${channel}'`),
  );
  expect(listening.rowCount).toBe(1);
  await board.close();
});
