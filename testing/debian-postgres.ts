import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "#server/platform/database/access.ts";
import { freePort } from "./free-port.ts";

const nobody = 65534;
const versions = "/usr/lib/postgresql";

/** Folder of the newest PostgreSQL that Debian's packages installed; null if there is none. */
function findBinaries(): string | null {
  const found = (existsSync(versions) ? readdirSync(versions) : [])
    .toSorted((one, other) => Number(one) - Number(other))
    .map((version) => join(versions, version, "bin"))
    .filter((bin) => existsSync(join(bin, "postgres")));
  return found.at(-1) ?? null;
}

export type DebianPostgres = {
  connection: Connection;
  port: number;
  version: string;
  /** A streaming standby of this server, caught up with it. */
  addStandby(): Promise<DebianPostgres>;
  /** Makes the primary of a standby. */
  promote(): void;
  /** Ends the server at once, without a goodbye to its clients or standbys. */
  kill(): void;
  stop(): void;
};

/**
 * A fresh server of Debian's PostgreSQL, without passwords, on a port of this machine; null if none is installed.
 * @throws Error if it does not start
 */
export async function startDebianPostgres(): Promise<DebianPostgres | null> {
  const bin = findBinaries();
  return bin === null
    ? null
    : start(bin, (run, data) =>
        run("initdb", ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]),
      );
}

type Run = (program: string, args: string[]) => string;

async function start(bin: string, fill: (run: Run, data: string) => void): Promise<DebianPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-debian-"));
  // PostgreSQL refuses root
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if ("uid" in user) chownSync(folder, nobody, nobody);
  const data = join(folder, "data");
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`;
  const run: Run = (program, args) => {
    // a server keeps the pipes of what started it open
    const { status, stdout, error } = spawnSync(join(bin, program), args, {
      ...user,
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", program === "postgres" ? "pipe" : "ignore", "ignore"],
    });
    if (status !== 0) throw new Error(`${program} failed (${error?.message ?? `code ${status}`}).`);
    return stdout;
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    fill(run, data);
    run("pg_ctl", ["-D", data, "-w", "-o", settings, "-l", join(folder, "log"), "start"]);
  } catch (error) {
    remove();
    throw error;
  }
  const isRunning = () => existsSync(join(data, "postmaster.pid"));
  const end = (mode: "fast" | "immediate") => {
    if (isRunning()) run("pg_ctl", ["-D", data, "-m", mode, "stop"]);
  };
  const at = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  return {
    connection: { connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` },
    port,
    version: run("postgres", ["--version"]).trim(),
    addStandby: () =>
      start(bin, (copy, into) =>
        copy("pg_basebackup", [...at, "-D", into, "-R", "-X", "stream", "--checkpoint=fast"]),
      ),
    promote: () => void run("pg_ctl", ["-D", data, "-w", "promote"]),
    kill: () => end("immediate"),
    stop() {
      end("fast");
      remove();
    },
  };
}
