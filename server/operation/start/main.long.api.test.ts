import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pendingMigrations } from "#server/platform/database/ledger.ts";
import { withClient } from "#server/platform/database/client.ts";
import { createEmptyDatabase } from "#testing/empty-database.ts";
import { freePort } from "#testing/free-port.ts";
import { serveArguments } from "#testing/serve-arguments.ts";
import { urlOf } from "#testing/server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "footnote-main-"));
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
const children = new Set<ChildProcess>();
afterAll(async () => {
  // a failed test left one
  for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The lock of Kysely's migrator. */
const migrationLock = "3853314791062309107";

/** Tells when the program begins to listen for a signal. */
const tells = `process.on("newListener", (name) => name === "SIGTERM" && process.stdout.write("LISTENS\\n"))`;

async function startProgram() {
  const login = await withClient(database.connection, async (client) => {
    const { rows } = await client.query<{ login: string }>("select session_user as login");
    return rows[0]?.login ?? "";
  });
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${tells}`, ...serveArguments, "--web"],
    {
      env: {
        PATH: process.env.PATH ?? "",
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL: urlOf(database.connection),
        DATABASE_SUPERUSER: login,
        FILES_URL: `file://${folder}/files`,
        SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_byte, at) => at * 7)).toString("base64"),
        ADMIN_EMAIL: "root@example.com",
        ADMIN_PASSWORD: "seven green bottles",
        SCENARIO: "none",
        LOG_LEVEL: "warn",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  children.add(child);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => output.push(String(part)));
  return { child, exited: once(child, "exit"), said: () => output.join("") };
}

function countConnections(which: string): Promise<number> {
  return withClient(database.connection, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
    );
    return rows[0]?.count ?? 0;
  });
}

test("a signal before the migrations lets them finish, closes every connection and exits with 0", async () => {
  await withClient(database.connection, async (holder) => {
    await holder.query(`select pg_advisory_lock(${migrationLock})`);
    const { child, exited, said } = await startProgram();
    await expect.poll(() => countConnections("wait_event = 'advisory'"), { timeout: 60_000 }).toBe(1);
    child.kill("SIGTERM");
    // a process without a handler would be gone
    await wait(500);
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: null, signal: null });
    await holder.query(`select pg_advisory_unlock(${migrationLock})`);
    expect(await exited, said()).toEqual([0, null]);
    expect(await pendingMigrations(database.connection)).toEqual([]);
    expect(await countConnections("usename <> session_user")).toBe(0);
  });
});

test("a signal while the program is still loading stops it once it has started", async () => {
  const { child, exited, said } = await startProgram();
  await expect.poll(said, { timeout: 60_000, interval: 5 }).toContain("LISTENS");
  expect(said()).not.toContain("ready");
  child.kill("SIGTERM");
  expect(await exited, said()).toEqual([0, null]);
});
