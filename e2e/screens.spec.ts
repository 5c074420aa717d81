import { ask } from "#contract/answering/answers.ts";
import { updateCompany, createCompany } from "#contract/identity/companies.ts";
import { createLead } from "#contract/operation/leads.ts";
import { publicScreens } from "#contract/kernel/public-screens.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { updateWorkspace, createWorkspace } from "#contract/identity/workspaces.ts";
import { admin, enter, expect, expectAccessible, expectContrast, test } from "./fixtures.ts";

const screens = {
  "/companies": "Companies",
  "/workspaces": "Workspaces",
  "/themes": "Themes",
  "/agent-workbench": "Agent Workbench",
  "/admin?tab=users": "User Management",
  "/admin?tab=interactions": "Chat Interactions",
  "/admin?tab=interactions&status=waiting": "Chat Interactions",
  "/admin?tab=interactions&status=work": "Chat Interactions",
  "/admin?tab=approved": "Approved Answers",
  "/admin?tab=members": "Workspace Members",
  "/admin?tab=leads": "Leads",
  "/record": "Record",
  "/hand-over": "Hand Over",
  "/proof": "Proof",
  "/retention": "Retention",
  "/operation": "Operation",
  "/examiners": "Examiners",
  "/look-back": "Look Back",
  "/reports": "Chat Interaction Reports",
  "/reports?view=reviews": "Chat Interaction Reports",
  "/reports?view=spend": "Chat Interaction Reports",
  "/reports-working": "Chat Interaction Reports",
  "/help": "Help & Training",
  "/account": "Your account",
} as const;

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const inOneStory = 6;
const groups = Object.entries(screens).flatMap((_, at, all) =>
  at % inOneStory === 0 ? [all.slice(at, at + inOneStory)] : [],
);

for (const [size, viewport] of Object.entries(sizes))
  for (const group of groups)
    test(`screens from ${group[0]?.[0]} on are accessible, ${size}, light and dark`, async ({
      browser,
      url,
      api,
      company,
    }) => {
      // unbreakable names, as people paste them
      const endless = `${"Wide-name/without_a_place.to(break)".repeat(3)}${crypto.randomUUID()}`.slice(
        0,
        119,
      );
      const tags = [endless.slice(0, 60)];
      await api(updateCompany, { id: company.companyId, name: endless.slice(0, 100) });
      await api(updateWorkspace, { id: company.workspaceId, name: endless.slice(0, 100) });
      await api(createTheme, {
        name: endless,
        purpose: endless.repeat(4),
        workspaceId: company.workspaceId,
        productTags: tags,
        distributionPartnerTags: tags,
      });
      for (const phone of ["1", "+1 555 0100"])
        await api(createLead, {
          firstName: "Ada",
          lastName: "Byron",
          email: `ada-${crypto.randomUUID().slice(0, 8)}@example.com`,
          phone,
          company: "Harbor",
          jobTitle: "Clerk",
          useCase: "Answers for the desk",
        });
      const context = await browser.newContext({
        viewport,
        colorScheme: "light",
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await enter(page, url, admin, "/companies");
      for (const [path, title] of group) {
        await page.goto(url + path);
        await expect(page.getByRole("heading", { level: 1, name: title }), path).toBeAttached();
        await page.waitForLoadState("load");
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: "dark" });
        await expect(page.locator("html"), path).toHaveAttribute("data-mantine-color-scheme", "dark");
        await expectContrast(page);
        await page.emulateMedia({ colorScheme: "light" });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      }
      await context.close();
    });

test("a workspace admin sees only their own entries", async ({ page, url, company }) => {
  await enter(page, url, company.admin);
  const entries = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(entries).toHaveText([
    "Footnote1",
    "Workspaces",
    "Themes",
    "Agent Workbench",
    "Admin",
    "Reports",
    "Help",
  ]);
  await page.goto(`${url}/admin?tab=leads`);
  await expect(page.getByText("Lead Management")).toHaveCount(0);
  await page.goto(`${url}/reports-simple`);
  await page.waitForURL("**/reports");
});

test("an empty list says so, rather than that nothing matches, and offers a next step", async ({
  page,
  url,
  api,
  company,
}) => {
  const bare = await api(createCompany, { name: `Bare ${crypto.randomUUID().slice(0, 6)}` });
  await enter(page, url, admin, `/admin?tab=users&companyId=${bare.id}`);
  await expect(page.getByText("No users yet. Add the first one.")).toBeVisible();
  await page.goto(`${url}/admin?tab=interactions&companyId=${company.companyId}`);
  await expect(page.getByText("Nobody has asked anything yet.")).toBeVisible();
  await page.goto(`${url}/companies?company=${bare.id}`);
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("button", { name: "Create Workspace" }).click();
  await expect(page.getByRole("dialog", { name: "Create Workspace" })).toBeVisible();
});

test("printing from a dark screen is black on white, and a dialog prints in full", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", { "Refund Policy.txt": "Refunds\n\nA refund takes ten days.\n" });
  const question = { themeId, userQuery: "How long does a refund take?", sessionId: "print" };
  const { interactionId } = await api(ask, question);
  await page.emulateMedia({ colorScheme: "dark" });
  await enter(page, url, company.admin, `/admin?tab=interactions&interaction=${String(interactionId)}`);
  const dialog = page.getByRole("dialog", { name: /^Interaction/ });
  await expect(dialog.getByText("A refund takes ten days.").first()).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(dialog).toHaveCSS("overflow", "visible");
  await expect(page.locator("#main")).toBeHidden();
});

test("an open public page follows the system's color scheme", async ({ page, url }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${url}/terms-of-service`);
  const scheme = page.locator("html[data-mantine-color-scheme=dark]");
  await expect(scheme).toHaveCount(0);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(scheme).toHaveCount(1);
});

test("a long form keeps its buttons visible on a phone", async ({ page, url, api, company }) => {
  for (let number = 1; number <= 12; number += 1)
    await api(createWorkspace, { name: `Desk ${number}`, companyId: company.companyId });
  await page.setViewportSize({ width: 390, height: 640 });
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New User" });
  await expect(dialog.getByLabel("Desk 12")).toBeAttached();
  await expect(dialog.getByRole("button", { name: "Add User" })).toBeInViewport({ ratio: 1 });
});

test("public pages and the 404 are readable without scripts", async ({ browser, url }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of publicScreens) {
    await page.goto(url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect((await page.goto(`${url}/nowhere`))?.status()).toBe(404);
  await expect(page).toHaveTitle("404 Page Not Found");
  await expect(page.getByRole("heading", { name: "404 Page Not Found", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(`${url}/`);
  await context.close();
});
