import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";

/** Renews docs/pictures from a new demo: `npm run build && npm run pictures`, after a change that is seen in them. */
const port = 3777;
const url = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), "footnote-pictures-"));
const question = "How do I identify a caller who wants to change the delivery address?";

type Scheme = "light" | "dark";
type Picture = {
  name: string;
  by: "Workspace admin" | "Agent";
  scheme: Scheme;
  path: string;
  isPhone?: boolean;
  prepare?(page: Page): Promise<void>;
};

const pictures: Picture[] = [
  { name: "answer-light", by: "Agent", scheme: "light", path: "/agent-workbench", prepare: askAndPoint },
  { name: "answer-dark", by: "Agent", scheme: "dark", path: "/agent-workbench", prepare: askAndPoint },
  {
    name: "answer-phone-dark",
    by: "Agent",
    scheme: "dark",
    path: "/agent-workbench",
    isPhone: true,
    prepare: ask,
  },
  { name: "themes-light", by: "Workspace admin", scheme: "light", path: "/themes" },
  { name: "reports-dark", by: "Workspace admin", scheme: "dark", path: "/reports" },
  {
    name: "commands-light",
    by: "Workspace admin",
    scheme: "light",
    path: "/themes",
    async prepare(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").fill("re");
      await page.getByRole("option", { name: /Returns and Refunds/ }).waitFor();
    },
  },
];

async function ask(page: Page): Promise<void> {
  await page.getByPlaceholder("Type your question here...").fill(question);
  await page.keyboard.press("Enter");
  await page.getByText("2 of 2 sentences confirmed in the sources").waitFor();
}

async function askAndPoint(page: Page): Promise<void> {
  await ask(page);
  await page.getByRole("button", { name: "Source 2", exact: true }).first().hover();
}

/** The server's own lines name who can sign in: role, address, password, two spaces between them. */
function startDemo(): Promise<{ signIns: Map<string, { email: string; password: string }>; stop(): void }> {
  const server = spawn(process.execPath, ["server/main.ts"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, SCENARIO: "demo", LIMIT_FACTOR: "100" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    server.once("exit", () => reject(new Error(`The server did not start.\n${said}`)));
    server.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes("Footnote is ready")) return;
      const lines = said.split("\n").map((line) => line.trim().split(/\s{2,}/));
      const signIns = new Map(
        lines.flatMap(([role, email, password]) =>
          role !== undefined && email !== undefined && password !== undefined
            ? [[role, { email, password }]]
            : [],
        ),
      );
      resolve({ signIns, stop: () => void server.kill("SIGTERM") });
    });
  });
}

const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=slight"],
});
try {
  for (const { name, by, scheme, path, isPhone = false, prepare } of pictures) {
    const person = demo.signIns.get(by);
    if (person === undefined) throw new Error(`the demo names no ${by}`);
    const context = await browser.newContext({
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      colorScheme: scheme,
      reducedMotion: "reduce",
      locale: "en-US",
    });
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((at) => at.pathname !== "/login");
    await page.goto(url + path);
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    await prepare?.(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join("docs", "pictures", `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  demo.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
