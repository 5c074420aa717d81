import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Connection } from "./access.ts";
import { withClient } from "./client.ts";
import { startEmbedded } from "./embedded.ts";
import { FolderHeldError, lockFolder } from "./lock.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "footnote-embedded-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const query = (connection: Connection, text: string) =>
  withClient(connection, async (client) => (await client.query(text)).rows as Record<string, unknown>[]);

test("committed data survives a server killed during its work", async () => {
  const folder = newFolder();
  const first = await startEmbedded({ folder });
  await query(
    first.connection,
    "create table kept (n int); insert into kept select generate_series(1, 1000)",
  );
  const pid = Number(readFileSync(join(folder, "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
  const stopped = first.stop();
  process.kill(pid, "SIGKILL");
  await stopped;
  const second = await startEmbedded({ folder });
  expect(await query(second.connection, "select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
  await second.stop();
});

/** A start after a crash recovers first, beside other tests. */
const patience = { timeout: 15_000 };

test("a server that ends by itself is started again on the same address, with what was committed", async () => {
  const folder = newFolder();
  const reasons: string[] = [];
  const server = await startEmbedded({ folder, onLost: (reason) => void reasons.push(reason) });
  await query(server.connection, "create table kept (n int); insert into kept values (1)");
  for (let time = 1; time <= 2; time++) {
    process.kill(
      Number(readFileSync(join(folder, "cluster", "postmaster.pid"), "utf8").split("\n")[0]),
      "SIGKILL",
    );
    await expect.poll(() => reasons.length, patience).toBe(time);
    await expect
      .poll(() => query(server.connection, "select n from kept").catch(() => null), patience)
      .toEqual([{ n: 1 }]);
  }
  await server.stop();
  expect(reasons).toHaveLength(2);
  await expect(query(server.connection, "select 1")).rejects.toThrow();
});

test("a server left behind by a killed program gives way to the next start", async () => {
  const folder = newFolder();
  const first = await startEmbedded({ folder });
  await query(first.connection, "create table kept (n int)");
  const second = await startEmbedded({ folder });
  expect(await query(second.connection, "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
  await second.stop();
  await first.stop();
});

test("a second program on the same folder is refused, and the error names the holder", () => {
  const folder = newFolder();
  const release = lockFolder(folder);
  writeFileSync(
    join(folder, "server.lock"),
    JSON.stringify({ pid: 1, host: hostname(), started: "2026-01-01T00:00:00Z", bornAt: null }),
  );
  expect(() => lockFolder(folder)).toThrow(FolderHeldError);
  expect(() => lockFolder(folder)).toThrow(/process 1 /);
  release();
});

test("the lock of a dead program is taken over", async () => {
  const folder = newFolder();
  const gone = spawn("true");
  const pid = gone.pid ?? 0;
  await new Promise((resolve) => gone.once("exit", resolve));
  writeFileSync(
    join(folder, "server.lock"),
    JSON.stringify({ pid, host: hostname(), started: "2026-01-01T00:00:00Z", bornAt: null }),
  );
  const release = lockFolder(folder);
  expect(JSON.parse(readFileSync(join(folder, "server.lock"), "utf8"))).toMatchObject({ pid: process.pid });
  release();
});
