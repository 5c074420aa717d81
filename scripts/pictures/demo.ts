import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { chromiumPath } from "#testing/chromium.ts";

export type Person = { email: string; password: string };
export type Demo = { url: string; browser: Browser; person(role: string): Person };

/** A new demo and a browser, for the duration of the work; PORT lets several run at once. */
export async function withDemo(work: (demo: Demo) => Promise<void>): Promise<void> {
  const port = process.env.PORT ?? "3777";
  const folder = mkdtempSync(join(tmpdir(), "footnote-pictures-"));
  const server = spawn(process.execPath, ["scripts/serve.ts"], {
    env: { ...process.env, PORT: port, DATA_DIR: folder, SCENARIO: "demo", LIMIT_FACTOR: "100" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=slight"],
  });
  try {
    const people = await signIns(server.stdout);
    const person = (role: string) => {
      const found = people.get(role);
      if (found === undefined) throw new Error(`the demo names no ${role}`);
      return found;
    };
    await work({ url: `http://127.0.0.1:${port}`, browser, person });
  } finally {
    await browser.close();
    if (server.kill("SIGTERM")) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The server's own output lists the sign-ins: role, address, password, separated by two spaces. */
async function signIns(lines: NodeJS.ReadableStream): Promise<Map<string, Person>> {
  let said = "";
  for await (const chunk of lines) {
    said += chunk.toString();
    if (!said.includes("Footnote is ready")) continue;
    const words = said.split("\n").map((line) => line.trim().split(/\s{2,}/));
    return new Map(
      words.flatMap(([role, email, password]) =>
        role !== undefined && email !== undefined && password !== undefined
          ? [[role, { email, password }]]
          : [],
      ),
    );
  }
  throw new Error(`The server did not start.\n${said}`);
}
