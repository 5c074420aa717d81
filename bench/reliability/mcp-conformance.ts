import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startProduct } from "#testing/product.ts";
import type { BenchOptions } from "../options.ts";

/** Fetched by npm for this bench alone: a hundred packages. */
const conformance = "@modelcontextprotocol/conformance@0.1.16";
/**
 * Those that ask for no tool, resource or prompt of a server made for the suite. `dns-rebinding-protection` is for
 * servers without authentication.
 */
const scenarios = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"];
const document = "Returns\n\n1. Time limits\nA customer may return a product within 30 days of delivery.\n";

type Row = { scenario: string; passed: number; failed: number };

/** The protocol's own suite against the running program, through an API key. */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  const folder = mkdtempSync(join(tmpdir(), "footnote-conformance-"));
  try {
    const themeId = await product.newTheme("Returns");
    await product.upload(themeId, [{ name: "Returns.txt", bytes: Buffer.from(document) }]);
    const secret = await product.newKey(themeId, ["theme:list", "theme:ask", "source:read"]);
    const door = await openWithKey(product.url, secret);
    const rows: Row[] = [];
    try {
      for (const scenario of scenarios) rows.push(await tryScenario(scenario, `${door.url}/mcp`, folder));
    } finally {
      door.close();
    }
    for (const { scenario, passed, failed } of rows)
      process.stdout.write(`${scenario.padEnd(26)} ${passed} passed, ${failed} failed\n`);
    if (rows.some(({ failed }) => failed > 0)) process.exitCode = 1;
    if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await product.stop();
  }
}

/** The suite sends no key: this adds it, and leaves everything else as the suite sent it. */
async function openWithKey(url: string, secret: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const passed = request(
      new URL(incoming.url ?? "/", url),
      {
        method: incoming.method,
        headers: { ...incoming.headers, authorization: `Bearer ${secret}` },
      },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    passed.once("error", () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

async function tryScenario(scenario: string, url: string, folder: string): Promise<Row> {
  const suite = spawn("npx", ["--yes", conformance, "server", "--url", url, "--scenario", scenario], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await text(suite.stdout);
  const counts = /Passed: (\d+)\/\d+, (\d+) failed/.exec(output);
  if (counts === null)
    throw new Error(`The suite said nothing about ${scenario}:\n${output.slice(0, 2_000)}`);
  if (counts[2] !== "0") process.stdout.write(output);
  return { scenario, passed: Number(counts[1]), failed: Number(counts[2]) };
}
