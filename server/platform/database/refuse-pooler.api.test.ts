import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { freePort } from "#testing/free-port.ts";
import { withClient } from "./client.ts";
import type { Connection } from "./access.ts";
import { refusePooler } from "./refuse-pooler.ts";

const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;
if (!hasPgBouncer) process.stderr.write("Skipped: PgBouncer is not installed, so none is refused.\n");

test("PostgreSQL itself is accepted", async () => {
  await expect(refusePooler(inject("connection"), "DATABASE_URL")).resolves.toBeUndefined();
});

test.skipIf(!hasPgBouncer).each([
  ["pool_mode=transaction", "in transaction mode"],
  ["pool_mode=transaction\nserver_round_robin=1", "in transaction mode"],
  ["pool_mode=statement", "in transaction mode"],
  ["pool_mode=session", "that drops the options"],
  ["pool_mode=session\nignore_startup_parameters=options", "that drops the options"],
])("PgBouncer with %j is refused: it leads to a pooler %s", async (settings, reason) => {
  await withPgBouncer(settings, async (pooled) => {
    await expect(refusePooler(pooled, "DATABASE_APP_URL")).rejects.toThrow(
      `DATABASE_APP_URL leads to a connection pooler ${reason}`,
    );
  });
});

/** A PgBouncer in front of the test's database, which lets everybody in. */
async function withPgBouncer(settings: string, work: (pooled: Connection) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]\npooled = ${serverOf(inject("connection"))}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\n` +
      `unix_socket_dir=\nauth_type=any\n${settings}\n`,
  );
  chmodSync(folder, 0o755);
  const pooler = spawn("pgbouncer", [file], {
    ...ownerOf(inject("connection")),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  pooler.stderr.on("data", (text: Buffer) => (log += text.toString()));
  const ended = new Promise((resolve) => pooler.once("exit", resolve));
  const pooled = { connectionString: `postgres://anybody@127.0.0.1:${port}/pooled` };
  try {
    await expect
      .poll(() =>
        withClient(pooled, (client) => client.query("select 1")).then(
          () => true,
          (error) => `${error}\n${log}`,
        ),
      )
      .toBe(true);
    await work(pooled);
  } finally {
    pooler.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  }
}

/** PgBouncer refuses to work as root, and only the database's own user enters the folder of its socket. */
function ownerOf(connection: Connection): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { host = "" } = settingsOf(connection);
  const { uid, gid } = host.startsWith("/") ? statSync(host) : { uid: 65534, gid: 65534 };
  return { uid, gid };
}

/** PgBouncer refuses a file in which a setting has no value, such as the password of a server that trusts everybody. */
function serverOf(connection: Connection): string {
  return Object.entries(settingsOf(connection))
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

function settingsOf(connection: Connection): Record<string, string | undefined> {
  if ("connectionString" in connection) {
    const { hostname: host, port, username: user, password, pathname } = new URL(connection.connectionString);
    return { host, port, dbname: pathname.slice(1), user, password };
  }
  const { host, user, password, database: dbname } = connection;
  return { host, dbname, user, password };
}
