import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the real program as `npm run serve` does, with a first super admin of our own, and stops it in the end. */
export default async function start(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-e2e-"));
  const port = await freePort();
  // a story that wants a model answers on this port itself
  const modelPort = await freePort();
  process.env.FOOTNOTE_MODEL_PORT = String(modelPort);
  const server = spawn(process.execPath, ["server/main.ts"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      SCENARIO: "none",
      ADMIN_EMAIL: "root@example.com",
      ADMIN_PASSWORD: "seven green bottles",
      LIMIT_FACTOR: "100",
      SMART_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const url = `http://localhost:${port}`;
  process.env.FOOTNOTE_URL = url;
  const until = Date.now() + 60_000;
  for (;;) {
    const isUp = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    if (Date.now() > until || server.exitCode !== null) throw new Error("the server did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
