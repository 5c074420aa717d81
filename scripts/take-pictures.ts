import { join } from "node:path";
import type { Page } from "@playwright/test";
import { withDemo, type Demo } from "./pictures/demo.ts";
import { takeFrontPage, takeSocialPicture } from "./pictures/front-page.ts";
import { takeAll } from "./pictures/take-all.ts";

/**
 * Renews docs/pictures and the pictures of the public pages from a new demo, after a visible change: `npm run build && npm
 * run pictures`.
 * `npm run pictures -- --all FOLDER [NAME …]` takes every screen in every state, size and theme instead.
 */
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
  await page.getByText(/quoted word for word/).waitFor();
}

async function askAndPoint(page: Page): Promise<void> {
  await ask(page);
  await page.getByRole("button", { name: "Source 1", exact: true }).first().hover();
}

async function takeReadmePictures({ url, browser, person }: Demo): Promise<void> {
  for (const { name, by, scheme, path, isPhone = false, prepare } of pictures) {
    const { email, password } = person(by);
    const context = await browser.newContext({
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      colorScheme: scheme,
      reducedMotion: "reduce",
      locale: "en-US",
    });
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((at) => at.pathname !== "/login");
    await page.goto(url + path);
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    await prepare?.(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join("docs", "pictures", `${name}.png`) });
    await context.close();
  }
}

const options = `Options:
  (none)                     renews the pictures of the README and the public pages
  --all FOLDER [NAME …]      takes every screen in every state into FOLDER; with names, only those
`;

function refuse(problem: string): never {
  process.stderr.write(`${problem} No picture was taken.\n\n${options}`);
  process.exit(2);
}

const [option, folder, ...only] = process.argv.slice(2);
if (option === undefined)
  await withDemo(async (demo) => {
    await takeReadmePictures(demo);
    await takeFrontPage(demo);
    await takeSocialPicture(demo);
  });
else if (option !== "--all") refuse(`Unknown option '${option}'.`);
else if (folder === undefined || folder.startsWith("-")) refuse("Name the folder for the pictures.");
else await withDemo((demo) => takeAll(demo, folder, only));
