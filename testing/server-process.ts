import { spawn } from "node:child_process";
import type { Connection } from "#server/platform/database/access.ts";
import { hasEnded } from "#server/platform/database/keep-running.ts";
import { freePort } from "./free-port.ts";
import { serveArguments } from "./serve-arguments.ts";
import { raisedLimits } from "./raised-limits.ts";

export type ServerProcess = {
  url: string;
  /** Ends the process as a power cut does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

type Role = "web" | "worker";

/** One more process of the real program over a database and a file store that others share. */
export async function startServerProcess(
  {
    connection,
    login,
    files,
    dataDir,
  }: { connection: Connection; login: string; files: string; dataDir: string },
  role: Role,
  env: Record<string, string> = {},
  [command, ...start]: [string, ...string[]] = [process.execPath, ...serveArguments],
): Promise<ServerProcess> {
  const port = await freePort();
  const output: string[] = [];
  const child = spawn(command, [...start, `--${role}`], {
    env: {
      PATH: process.env.PATH ?? "",
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(connection),
      DATABASE_SUPERUSER: login,
      FILES_URL: `file://${files}`,
      SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_byte, at) => at * 7)).toString("base64"),
      SUPER_ADMIN_SECOND_FACTOR: "optional",
      ...raisedLimits,
      LOG_LEVEL: "warn",
      STOP_DELAY_SECONDS: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => output.push(String(part)));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded(child)) child.kill(signal);
    await exited;
  };
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => (role === "worker" ? saysStarted(output) : answers(url));
  for (const until = Date.now() + 120_000; !(await isReady());) {
    if (hasEnded(child) || Date.now() > until) {
      await end("SIGKILL");
      throw new Error(`a server did not start:\n${output.join("")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

const saysStarted = (output: string[]) => Promise.resolve(output.join("").includes("worker started"));
const answers = (url: string) =>
  fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The embedded server listens on a socket of the file system. */
export function urlOf(connection: Connection): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, user, password, database } = connection;
  const url = new URL(`postgres://localhost/${database}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  url.searchParams.set("host", host);
  return url.href;
}
