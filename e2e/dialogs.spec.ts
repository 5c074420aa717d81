import type { Locator, Page } from "@playwright/test";
import { ask } from "#contract/answering/answers.ts";
import { createLead } from "#contract/operation/leads.ts";
import { admin, enter, expect, expectAccessible, signIn, test } from "./fixtures.ts";

type Opening = [path: string, open: string | RegExp, dialog: string | RegExp];

type Ids = { company: string; companyId: number; themeId: number; answerId: string };

/** A super admin's dialogs, by the button that opens them. */
const openings: Record<string, (places: Ids) => Opening[]> = {
  "companies and workspaces": ({ company, companyId }) => [
    ["/companies", "Add Company", "Add Company"],
    [`/companies?company=${companyId}`, "Edit", "Edit Company"],
    [`/companies?company=${companyId}`, "Invite User", "Invite User"],
    ["/companies", /^Delete /, /delete this company/],
    [`/workspaces?${company}`, "Create Workspace", "Create Workspace"],
    [`/workspaces?${company}`, /^Delete /, /delete this workspace/],
    ["/help", "Add Content", "Add Content"],
    ["/themes", /^Notifications/, "Notifications"],
  ],
  themes: ({ company, themeId }) => [
    [`/themes?${company}`, "Create Theme", "Create Theme"],
    [`/themes?${company}`, /^Edit /, "Edit Theme"],
    [`/themes?view=cards&${company}`, "Assign", "Assign to a workspace"],
    [`/themes?${company}`, /^Delete /, /delete this theme/],
    [`/themes?${company}&theme=${themeId}`, "", "Edit Theme"],
    [`/themes?${company}&theme=${themeId}&tab=tags`, "", "Edit Theme"],
    [`/themes?${company}&theme=${themeId}&tab=documents`, "", "Edit Theme"],
    [`/themes?${company}&theme=${themeId}&tab=agents`, "", "Edit Theme"],
  ],
  "administration and workbench": ({ company, answerId }) => [
    [`/admin?tab=users&${company}`, "Add User", "Add New User"],
    [`/admin?tab=users&${company}`, /^Edit /, "Edit User"],
    [`/admin?tab=users&${company}`, "Import CSV", "Import Users"],
    [`/admin?tab=interactions&${company}`, /^View details of interaction/, /^Interaction/],
    [`/admin?tab=interactions&review=${answerId}&${company}`, "", "Review this answer"],
    [`/admin?tab=reviews&${company}`, "Rules", "What gets reviewed"],
    ["/admin?tab=leads", /details/i, "Ada Byron"],
    [`/agent-workbench?${company}`, "Your earlier questions", "Your earlier questions"],
  ],
};

async function open(page: Page, url: string, [path, button, dialog]: Opening): Promise<void> {
  await page.goto(url + path);
  const main = page.getByRole("main").or(page.getByRole("navigation"));
  if (button !== "") {
    const exact = typeof button === "string";
    await page.getByRole("button", { name: button, exact }).first().click();
  }
  await expect(page.getByRole("dialog", { name: dialog }).first(), `${path} ${String(button)}`).toBeVisible();
  await expect(main.first()).toBeAttached();
}

for (const [where, listed] of Object.entries(openings))
  test(`every dialog of ${where} is accessible and returns focus`, async ({
    browser,
    url,
    api,
    company,
    theme,
  }) => {
    test.setTimeout(120_000);
    const themeId = await theme("Refunds", { "Refund Policy.txt": "Refunds\n\nA refund takes ten days.\n" });
    const { interactionId } = await api(ask, {
      themeId,
      userQuery: "How long does a refund take?",
      sessionId: "dialogs",
    });
    await api(createLead, {
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.com",
      company: "Harbor",
      useCase: "Answers for the desk",
    });
    const context = await browser.newContext({
      // the smallest targets and the lowest contrasts
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await enter(page, url, admin, "/companies");
    const { companyId } = company;
    const places = { company: `companyId=${companyId}`, companyId, themeId, answerId: String(interactionId) };
    for (const opening of listed(places)) {
      await open(page, url, opening);
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${opening[0]} scrolls sideways`).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      // focus returns to the button that opened it
      if (opening[1] !== "") {
        const focused = () => page.evaluate(() => document.activeElement?.tagName);
        await expect
          .poll(focused, { message: `the focus is lost after ${opening[0]} ${String(opening[1])}` })
          .toBe("BUTTON");
      }
    }
    await context.close();
  });

/** The browser's accessibility tree: every named element exposed to screen readers. */
async function namesForReaders(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter((node) => !node.ignored).map((node) => String(node.name?.value ?? ""));
}

test("no one can reach content behind a dialog, nor behind the dialog on top of it", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", { "Refund Policy.txt": "Refunds\n\nA refund takes ten days.\n" });
  const question = { themeId, userQuery: "How long does a refund take?", sessionId: "layers" };
  const { interactionId } = await api(ask, question);
  await signIn(page, url, company.admin);
  await page.waitForURL("**/themes");
  await page.goto(`${url}/admin?tab=interactions&interaction=${String(interactionId)}`);
  const lower = page.getByRole("dialog", { name: /^Interaction/ });
  await expect(lower.getByRole("heading", { name: question.userQuery })).toBeVisible();

  const isWithin = (dialog: Locator) =>
    dialog.evaluate((element) => {
      const at = document.activeElement;
      return at === document.body || element.contains(at);
    });
  const expectKept = async (dialog: Locator) => {
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press(press < 20 ? "Tab" : "Shift+Tab");
      expect(await isWithin(dialog)).toBe(true);
    }
  };
  // the screen's tabs, its navigation and its table are behind
  const behind = ["Agent Workbench", "Export to CSV", "Skip to content"];
  await expectKept(lower);
  for (const name of behind) expect(await namesForReaders(page)).not.toContain(name);
  // reachable by script, or by a screen reader's own cursor
  await page
    .locator("nav a")
    .first()
    .evaluate((link: HTMLElement) => link.focus());
  expect(await isWithin(lower)).toBe(true);

  await lower
    .getByRole("button", { name: /Refund Policy/ })
    .first()
    .click();
  const top = page.getByRole("dialog", { name: "Refund Policy.txt" });
  await expect(top.getByText("A refund takes ten days.")).toBeVisible();
  await expectKept(top);
  expect(await namesForReaders(page)).not.toContain("Review notes");
  await page.keyboard.press("Escape");
  await expect(top).toHaveCount(0);
  expect(await namesForReaders(page)).toContain("Review notes");
  expect(await namesForReaders(page)).not.toContain("Export to CSV");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  expect(await namesForReaders(page)).not.toContain("Review notes");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const name of behind) expect(await namesForReaders(page)).toContain(name);

  await page.goto(`${url}/agent-workbench`);
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  const drawer = page.getByRole("dialog", { name: "Your earlier questions" });
  await expect(drawer.getByRole("listitem").or(drawer.getByText("haven't asked anything"))).toBeVisible();
  await expectKept(drawer);
  expect(await namesForReaders(page)).not.toContain("Agent Workbench");
});

for (const [name, viewport, colorScheme] of [
  ["wide and dark", { width: 1440, height: 900 }, "dark"],
  ["narrow and light", { width: 390, height: 844 }, "light"],
] as const) {
  test(`every public page is accessible, ${name}`, async ({ browser, url }) => {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    const paths = [
      "/",
      "/learn-more",
      "/get-started",
      "/terms-of-service",
      "/privacy-policy",
      "/login",
      "/nowhere",
    ];
    for (const path of paths) {
      await page.goto(url + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto(`${url}/login`);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    await expectAccessible(page);
    await context.close();
  });
}
