import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { ask } from "#contract/answering/answers.ts";
import { createCompany } from "#contract/identity/companies.ts";
import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import { createHelp } from "#contract/operation/help.ts";
import { createLead } from "#contract/operation/leads.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { inviteUser, getCurrentUser } from "#contract/identity/users.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { chromiumPath } from "#testing/chromium.ts";
import { measureShift, shiftOf } from "#testing/layout-shift.ts";
import type { Product } from "#testing/product.ts";

/** Rows of each list: a large company's number. */
const rows = 200;
/** Unthrottled, and this many times slower, as Lighthouse does for its phone. */
const slowdowns = [1, 4] as const;

/** Response times to inputs in ms, from the input to the next frame, in the order of `slowdowns`. */
export type ActRow = { name: string; ms: number[] };
export type ScreenRow = { path: string; cls: number; acts: ActRow[] };

type Act = [name: string, act: (page: Page) => Promise<void>];

/** A user's actions on each list, by the path that shows it. */
const screens: [path: string, acts: Act[]][] = [
  ["/companies", [search("Search companies", "number 19"), next(), press("Edit"), escape()]],
  ["/workspaces", [search("Search workspaces", "19"), press("Edit"), escape()]],
  ["/themes", [search("Search themes", "number 19"), next(), press("Edit"), escape()]],
  ["/themes?tab=agents&theme=", [flip()]],
  ["/admin?tab=users", [search("Search users", "number 19"), sort("User"), next(), press("Edit"), escape()]],
  [
    "/admin?tab=interactions",
    [search("Search questions", "refund"), next(), press("View details"), escape()],
  ],
  ["/admin?tab=leads", [next(), press("View details"), escape()]],
  ["/agent-workbench", [choose("Theme"), write(), press("Your earlier questions"), escape()]],
  ["/reports", [tab("Themes"), tab("Tags")]],
  ["/help", [recordQuestion()]],
];

/**
 * Layout shift of every signed-in screen, and the slowest response to each press or key on lists of 200 rows, by the
 * browser's own Event Timing (from the input to the next frame, in steps of 8 ms), without and with CPU throttling.
 */
export async function measureScreens(product: Product): Promise<ScreenRow[]> {
  const { companyId, themeId } = await fill(product);
  const user = await product.call(getCurrentUser);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
    await watch(context, product.token, user);
    const measured: ScreenRow[] = [];
    for (const [path, acts] of screens) {
      const address = path.endsWith("theme=") ? `${path}${themeId}` : path;
      const joint = address.includes("?") ? "&" : "?";
      measured.push(
        await measure(
          context,
          `${product.url}${address}${path === "/companies" ? "" : `${joint}companyId=${companyId}`}`,
          acts,
          path,
        ),
      );
    }
    return measured;
  } finally {
    await browser.close();
  }
}

async function measure(context: BrowserContext, url: string, acts: Act[], path: string): Promise<ScreenRow> {
  const rows: ActRow[] = acts.map(([name]) => ({ name, ms: [] }));
  let cls = 0;
  for (const rate of slowdowns) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    await page.goto(url);
    await page.waitForLoadState("networkidle");
    for (const [at, [, act]] of acts.entries()) {
      await page.evaluate("window.eventMs = 0");
      await act(page);
      // events are reported with the next frame
      await page.waitForTimeout(700);
      rows[at]?.ms.push(Number(await page.evaluate("window.eventMs")));
    }
    cls = Math.max(cls, await shiftOf(page));
    await page.close();
  }
  return { path, cls, acts: rows };
}

/** Signs the browser in and starts its counters, from the first frame on. */
async function watch(context: BrowserContext, token: string, user: object): Promise<void> {
  await context.addInitScript(
    ([sessionToken, stored]) => {
      localStorage.setItem("sessionToken", sessionToken ?? "");
      localStorage.setItem("user", stored ?? "");
      const counts = window as unknown as { eventMs: number };
      counts.eventMs = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
          if (entry.interactionId > 0) counts.eventMs = Math.max(counts.eventMs, entry.duration);
      }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    },
    [token, JSON.stringify(user)],
  );
  await measureShift(context);
}

/** A company with 200 rows in each list. */
async function fill(product: Product): Promise<{ companyId: number; themeId: number }> {
  const company = await product.call(createCompany, { name: "Meridian Mutual" });
  const companyId = company.id;
  const numbers = Array.from({ length: rows }, (_, index) => index);
  const make = async <E extends EndpointSpec>(
    spec: E,
    inputOf: (index: number) => Request<E>,
  ): Promise<Output<E>[]> => {
    const made: Output<E>[] = [];
    // eight at a time, about as many as a browser sends
    for (let from = 0; from < rows; from += 8)
      made.push(
        ...(await Promise.all(
          numbers.slice(from, from + 8).map((index) => product.call(spec, inputOf(index))),
        )),
      );
    return made;
  };
  await make(createCompany, (index) => ({ name: `Company number ${index}`, description: "Insurance" }));
  const workspaces = await make(createWorkspace, (index) => ({
    name: `Workspace ${index}`,
    companyId,
  }));
  const workspaceId = workspaces[0]?.id ?? 0;
  const tags = ["claims", "refunds", "deadlines", "waivers", "disclosures"];
  const themes = await make(createTheme, (index) => ({
    name: `Theme number ${index}`,
    purpose: "Answers questions on claims, refunds and deadlines",
    workspaceId,
    topicTags: tags,
  }));
  await make(inviteUser, (index) => ({
    email: `agent${index}@meridian.example`,
    firstName: "Agent",
    lastName: `Number ${index}`,
    role: "agent" as const,
    companyId,
    workspaceId,
  }));
  const themeId = themes[0]?.id ?? 0;
  await product.upload(themeId, [
    { name: "Refunds.txt", bytes: Buffer.from("Refunds\n\nA refund is paid within ten business days.\n") },
  ]);
  await make(ask, (index) => ({
    themeId,
    userQuery: `Within how many days is a refund paid in case ${index}?`,
    sessionId: `bench-${index % 20}`,
  }));
  await make(createLead, (index) => ({
    firstName: "Ada",
    lastName: `Byron ${index}`,
    email: `ada${index}@example.com`,
    company: "Harbor",
    useCase: "Answers for the desk",
  }));
  for (let index = 0; index < 20; index += 1)
    await product.call(createHelp, { type: "faq", title: `Question ${index}`, content: "An answer." });
  return { companyId, themeId };
}

function search(label: string, words: string): Act {
  return [
    `typing into '${label}'`,
    async (page) => {
      const field = page.getByLabel(label).first();
      await field.click();
      await page.keyboard.type(words, { delay: 60 });
      await page.waitForTimeout(600);
      await field.fill("");
      await page.waitForTimeout(600);
    },
  ];
}

function press(name: string): Act {
  return [`pressing '${name}'`, (page) => page.getByRole("button", { name }).first().click()];
}

function tab(name: string): Act {
  return [`tab '${name}'`, (page) => page.getByRole("tab", { name }).click()];
}

function next(): Act {
  return ["next page", (page) => page.getByRole("button", { name: "Next" }).click()];
}

function sort(label: string): Act {
  return [
    `sorting by ${label}`,
    (page) => page.getByRole("columnheader", { name: label }).getByRole("button").click(),
  ];
}

function escape(): Act {
  return ["closing", (page) => page.keyboard.press("Escape")];
}

function flip(): Act {
  return [
    "assigning an agent",
    async (page) => {
      await page.getByRole("dialog").getByRole("switch").first().focus();
      await page.keyboard.press("Space");
    },
  ];
}

function choose(label: string): Act {
  return [
    `opening the choice of '${label}' and choosing`,
    async (page) => {
      await page.getByLabel(label, { exact: true }).first().click();
      // an option of the list that opened, not of a native select elsewhere
      await page.locator("[role=option]:visible").nth(3).click();
    },
  ];
}

function write(): Act {
  return [
    "typing a question",
    async (page) => {
      await page.getByPlaceholder("Type your question here...").click();
      await page.keyboard.type("Within how many days is a refund paid?", { delay: 40 });
    },
  ];
}

function recordQuestion(): Act {
  return ["opening a question", (page) => page.getByRole("button", { name: /^Question 3\b/ }).click()];
}
