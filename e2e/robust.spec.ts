import type { Page } from "@playwright/test";
import { listInteractions } from "#contract/answering/interactions.ts";
import { createTheme, getTheme, updateTheme } from "#contract/knowledge/themes.ts";
import { admin, enter, expect, expectAccessible, test, whileRefused } from "./fixtures.ts";

/** Responses a server, or a proxy in front of it, may give; the sentences are the messages people must read in place. */
const refusals = [
  [403, "forbidden", "You may not do this."],
  [409, "conflict", "Somebody else changed it meanwhile."],
  [413, "too_large", "This is too large."],
  [429, "limit_exceeded", "Too many calls. Try again in 30 seconds."],
  [500, "internal", "Something went wrong. Please try again."],
] as const;

const question = (page: Page) => page.getByPlaceholder("Type your question here...");

/** The browser's own report of a call answered with 500. */
function expect500(problems: string[]): void {
  problems.splice(0, problems.length, ...problems.filter((text) => !/status of 500/.test(text)));
}

test("a refused theme gives the reason, and its form loses no input", async ({
  page,
  url,
  company,
  problems,
}) => {
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const editor = page.getByRole("dialog", { name: "Create Theme" });
  await editor.getByLabel("Theme name").fill("Refunds");
  await editor.getByLabel("Purpose").fill("Answers on refunds");
  for (const refusal of refusals) {
    await whileRefused(page, "**/api/themes", refusal, async () => {
      await editor.getByRole("button", { name: "Create Theme" }).click();
      await expect(page.getByText(refusal[2])).toBeVisible();
      await expect(editor.getByLabel("Purpose")).toHaveValue("Answers on refunds");
      await expect(editor.getByRole("button", { name: "Create Theme" })).toBeEnabled();
    });
  }
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Create Theme" }).click();
  await expect(page.getByText("Theme created successfully")).toBeVisible();
  expect500(problems);
});

test("offline, a list shows an error in place and recovers; the form keeps its input", async ({
  page,
  context,
  url,
  company,
  problems,
}) => {
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const editor = page.getByRole("dialog", { name: "Create Theme" });
  await editor.getByLabel("Theme name").fill("Refunds");
  await context.setOffline(true);
  await editor.getByRole("button", { name: "Create Theme" }).click();
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible();
  await expect(editor.getByLabel("Theme name")).toHaveValue("Refunds");
  await context.setOffline(false);
  await editor.getByRole("button", { name: "Create Theme" }).click();
  await expect(page.getByText("Theme created successfully")).toBeVisible();
  await page.route(/\/api\/themes(\?|$)/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Failed to load themes")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(/\/api\/themes(\?|$)/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article", { name: "Refunds" })).toBeVisible();
  // the browser reports each failed call itself
  problems.splice(0, problems.length, ...problems.filter((text) => !/ERR_(INTERNET|FAILED)/.test(text)));
});

test("a session that ends midway leads to the sign-in and back, with the typed question intact", async ({
  page,
  url,
  api,
  company,
}) => {
  await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });
  await enter(page, url, company.admin, "/agent-workbench");
  await question(page).fill("How long may a customer return a laptop?");
  await page.route("**/api/chat", (route) =>
    route.fulfill({ status: 401, json: { error: "Your session has ended.", code: "unauthenticated" } }),
  );
  await question(page).press("Enter");
  await page.waitForURL("**/login?next=*");
  await page.unroute("**/api/chat");
  await expect(page.getByText("Your session has ended. Sign in to continue where you were.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email").fill(company.admin.email);
  await page.getByLabel("Password").fill(company.admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/agent-workbench**");
  await expect(question(page)).toHaveValue("How long may a customer return a laptop?");
});

test("a refused question returns to its field", async ({ page, url, api, company, problems }) => {
  await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });
  await enter(page, url, company.admin, "/agent-workbench");
  for (const [status, code, error] of refusals) {
    await page.route("**/api/chat", (route) => route.fulfill({ status, json: { error, code } }));
    await question(page).fill("How long may a customer return a laptop?");
    await question(page).press("Enter");
    await expect(page.getByRole("log").getByText(error)).toBeVisible();
    await expect(question(page)).toHaveValue("How long may a customer return a laptop?");
    await page.unroute("**/api/chat");
  }
  expect500(problems);
  await expectAccessible(page);
});

test("a slow server shows progress, and a repeated click has no effect", async ({ page, url, company }) => {
  await enter(page, url, company.admin);
  await page.route(/\/api\/themes(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await page.getByRole("button", { name: "Create Theme" }).click();
  const editor = page.getByRole("dialog", { name: "Create Theme" });
  await editor.getByLabel("Theme name").fill("Once");
  await editor.getByRole("button", { name: "Create Theme" }).click();
  await expect(editor.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await expect(page.getByText("Theme created successfully")).toBeVisible();
  await expect(page.getByRole("article", { name: "Once" })).toHaveCount(1);
});

test("back and forward restore the filter and the scroll position", async ({ page, url, api, company }) => {
  for (let number = 1; number <= 14; number += 1)
    await api(createTheme, { name: `Theme number ${number}`, workspaceId: company.workspaceId });
  await enter(page, url, admin, `/themes?companyId=${company.companyId}`);
  await page.getByLabel("Search themes").fill("number 1");
  await expect(page.getByRole("article")).toHaveCount(6);
  await page.getByRole("link", { name: "Help" }).click();
  await page.getByRole("heading", { name: "Help & Training" }).waitFor();
  await page.goBack();
  await expect(page.getByLabel("Search themes")).toHaveValue("number 1");
  await expect(page.getByRole("article")).toHaveCount(6);
  await page.getByLabel("Search themes").fill("");
  await expect(page.getByRole("article")).toHaveCount(14);
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
  const place = await page.evaluate(() => window.scrollY);
  // the position is saved once scrolling has settled
  await page.waitForTimeout(300);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("nav a[href^='/help']")?.click());
  await page.getByRole("heading", { name: "Help & Training" }).waitFor();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Help & Training" })).toBeVisible();
});

test("input in the theme editor, a review and the demo request survives a reload", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const editor = page.getByRole("dialog", { name: "Create Theme" });
  await editor.getByLabel("Theme name").fill("Refunds");
  await editor.getByLabel("Purpose").fill("Half a sentence about");
  await page.reload();
  await expect(editor.getByLabel("Purpose")).toHaveValue("Half a sentence about");
  await expect(editor.getByText("Restored your unsaved changes.")).toBeVisible();
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Discard them" }).click();
  await expect(editor.getByLabel("Purpose")).toHaveValue("");
  await editor.getByLabel("Theme name").fill("Thrown away");
  await editor.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Create Theme" }).click();
  await expect(editor.getByLabel("Theme name")).toHaveValue("");

  // an old draft neither undoes another person's saved change nor is dropped for it
  const id = await theme("Billing");
  await page.goto(`${url}/themes?theme=${id}`);
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  await edit.getByLabel("Purpose").fill("Mine, not saved");
  await api(updateTheme, { id, guidingInstructions: "Be brief", purpose: "Saved by somebody else" });
  await page.reload();
  await expect(edit.getByLabel("Purpose")).toHaveValue("Mine, not saved");
  await expect(edit.getByLabel(/^Guiding instructions/)).toHaveValue("Be brief");
  await edit.getByRole("button", { name: "Update Theme" }).click();
  const conflict = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(conflict.getByText("Saved by somebody else", { exact: true })).toBeVisible();
  await conflict.getByRole("radio", { name: /^Yours/ }).check();
  await conflict.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(() => api(getTheme, { id }))
    .toMatchObject({ purpose: "Mine, not saved", guidingInstructions: "Be brief" });

  await page.goto(`${url}/agent-workbench?theme=${id}`);
  await question(page).fill("When is a refund late?");
  await question(page).press("Enter");
  await expect(page.getByText("This theme has no documents yet")).toBeVisible();
  await page.goto(`${url}/admin?tab=interactions`);
  await page
    .getByRole("button", { name: /review/i })
    .first()
    .click();
  const review = page.getByRole("dialog", { name: "Review this answer" });
  await review.getByLabel("Should have answered").check();
  await review.getByLabel("Note", { exact: true }).fill("The deadline is");
  await page.reload();
  await expect(review.getByLabel("Note", { exact: true })).toHaveValue("The deadline is");
  await expect(review.getByLabel("Should have answered")).toBeChecked();

  await page.goto(`${url}/get-started`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("What would you use it for?").fill("Answers for the desk");
  await page.getByLabel("Industry").selectOption("legal");
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await expect(page.getByLabel("What would you use it for?")).toHaveValue("Answers for the desk");
  await expect(page.getByLabel("Industry")).toHaveValue("legal");
});

test("signing out leaves no draft in the tab", async ({ page, url, company, theme }) => {
  const id = await theme("Billing");
  await enter(page, url, company.admin, `/agent-workbench?theme=${id}`);
  await question(page).fill("About a customer's bill");
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith("draft:")));
  await expect.poll(drafts).toHaveLength(1);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  expect(await drafts()).toEqual([]);
});

test("a rating given just before a page closes arrives", async ({ page, url, api, company, theme }) => {
  await theme("Returns", { "Returns.txt": "Returns\n\nA refund takes ten days.\n" });
  await enter(page, url, company.admin, "/agent-workbench");
  await question(page).fill("How long does a refund take?");
  await question(page).press("Enter");
  await page.getByRole("button", { name: "Good answer" }).waitFor();
  await page.evaluate(() =>
    addEventListener("pagehide", () =>
      document.querySelector<HTMLElement>('button[aria-label="Good answer"]')?.click(),
    ),
  );
  await page.goto(`${url}/help`);
  const { companyId } = company;
  await expect
    .poll(async () => JSON.stringify(await api(listInteractions, { companyId })))
    .toContain('"rating":"good"');
});

test("a screen that fails to load says so and can be reloaded", async ({ page, url, company, problems }) => {
  await enter(page, url, company.admin);
  await page.route(/\/assets\/help-.*\.js$/, (route) => route.abort());
  await page.getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { name: "This screen could not be opened" })).toBeVisible({
    timeout: 15_000,
  });
  await expectAccessible(page);
  await page.unroute(/\/assets\/help-.*\.js$/);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Help & Training" })).toBeVisible();
  // the browser reports the failed fetch itself
  problems.length = 0;
});

test("a link to a deleted item says so where it would have opened", async ({
  page,
  url,
  company,
  problems,
}) => {
  await enter(page, url, company.admin);
  for (const [address, title] of [
    ["/themes?theme=999999999", "Edit Theme"],
    ["/workspaces?workspace=999999999", "Edit Workspace"],
    ["/admin?tab=interactions&interaction=999999999", "Interaction 999999999"],
  ] as const) {
    await page.goto(`${url}${address}`);
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog.getByText("Not found, or you don't have access.")).toBeVisible();
    // a deleted item stays deleted
    await expect(dialog.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(/999999999/);
  }
  // the browser reports each 404 itself
  problems.length = 0;
});

test("a loading or failed screen keeps its heading and tabs, and a broken shared link is reported with a way back", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin);
  await page.route("**/api/themes*", () => undefined);
  await page.goto(`${url}/agent-workbench`);
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route("**/api/reports/**", (route) =>
    route.fulfill({ status: 409, json: { error: "Refused." } }),
  );
  await page.goto(`${url}/reports?view=tags`);
  await expect(page.getByText("Failed to load report data. Please try again.")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Tags", selected: true })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No report data available.")).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByLabel("Email").fill(company.admin.email);
  await page.getByText("Forgot").click();
  await page.getByRole("button", { name: "Send the link" }).click();
  const back = page.getByRole("button", { name: "Back to sign in" });
  await expect(page.getByText("a link to reset the password is on its way")).toBeVisible();
  await expect(back).toBeFocused();
  await expectAccessible(page);
  await back.press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});
