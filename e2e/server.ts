import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#testing/free-port.ts";
import { firstStart, serveArguments } from "#testing/serve-arguments.ts";
import { raisedLimits } from "#testing/raised-limits.ts";

export type Product = {
  url: string;
  /** The product's model address: a test that needs a model answers on this port itself. */
  modelPort: number;
  /** Adds a TXT record to the tests' DNS. */
  publish(name: string, text: string): void;
  stop(): Promise<void>;
};

/** Starts the real program like `npm run serve`, with our own first super admin and a separate data folder. */
export async function startProduct(admin: { email: string; password: string }): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-e2e-"));
  const [port, modelPort] = await Promise.all([freePort(), freePort()]);
  mkdirSync(join(folder, "dns"));
  const dns = ["--import", new URL("answer-dns.ts", import.meta.url).href];
  const server = spawn(process.execPath, [...dns, ...serveArguments], {
    env: {
      ...firstStart(port, folder, admin),
      // stories run on the embedded server
      DATABASE_URL: "",
      ...raisedLimits,
      // the tests' receivers run on this machine
      PRIVATE_HOSTS: "127.0.0.1",
      SMART_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${modelPort}/anthropic/v1`,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const url = `http://localhost:${port}`;
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.kill("SIGTERM")) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const publish = (name: string, text: string) => writeFileSync(join(folder, "dns", name), text);
  const until = Date.now() + 150_000;
  for (;;) {
    const isUp = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return { url, modelPort, publish, stop };
    if (Date.now() > until || server.exitCode !== null) {
      await stop();
      throw new Error("the server did not start");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
