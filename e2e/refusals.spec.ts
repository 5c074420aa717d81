import { createHelp } from "#contract/operation/help.ts";
import { listUsers, updateUser } from "#contract/identity/users.ts";
import { rowsOf } from "#testing/call.ts";
import { enter, expect, expectAccessible, test, whileRefused } from "./fixtures.ts";

/** Responses a server, or a proxy in front of it, may give to a new user; each becomes a message in the form. */
const refusals = [
  [403, "forbidden", "You may not do this."],
  [413, "too_large", "This is too large."],
  [429, "limit_exceeded", "Too many calls. Try again in 30 seconds."],
] as const;

test("if a user can't be added, the form gives the reason and keeps its input", async ({
  page,
  url,
  company,
  problems,
}) => {
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: "Add User" }).click();
  const form = page.getByRole("dialog", { name: "Add New User" });
  await form.getByLabel("Email").fill("nora@example.com");
  await form.getByLabel("First name").fill("Nora");
  await form.getByLabel("Contact Center").check();
  const add = form.getByRole("button", { name: "Add User" });
  for (const refusal of refusals) {
    await whileRefused(page, "**/api/users/invite", refusal, async () => {
      await add.click();
      await expect(form.getByText(refusal[2])).toBeVisible();
      await expect(page.getByText("Error Adding User")).toBeVisible();
      await expect(form.getByLabel("First name")).toHaveValue("Nora");
    });
  }
  await expectAccessible(page);
  await page.route("**/api/users/invite", (route) => route.abort());
  await add.click();
  await expect(form.getByText(/The server cannot be reached/)).toBeVisible();
  await page.unroute("**/api/users/invite");
  await form.getByLabel("Email").fill(company.admin.email);
  await add.click();
  await expect(page.getByText("A user with this email already exists.").first()).toBeVisible();
  await form.getByLabel("Email").fill(`nora-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await add.click();
  await expect(page.getByText("User Added Successfully")).toBeVisible();
  problems.splice(0, problems.length, ...problems.filter((text) => !text.includes("ERR_FAILED")));
});

test("notifications that can't be marked as read show an error in place, and can be marked again", async ({
  page,
  url,
  company,
}) => {
  await page.route("**/api/notifications", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: { unread: 1, rows: [unread] } })
      : route.continue(),
  );
  await page.route("**/api/notifications/read*", (route) =>
    route.fulfill({ status: 409, json: { error: "Not now.", code: "conflict" } }),
  );
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await panel.getByRole("button", { name: "Mark all as read" }).click();
  await expect(panel.getByText("Not marked as read. Not now.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/notifications/read*");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByText("Not marked as read.")).toHaveCount(0);
});

const unread = {
  id: 1,
  kind: "bad_rating",
  title: "An answer was rated bad",
  body: "",
  link: null,
  isRead: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  words: null,
};

test("a session that ends while reading help leads to the sign-in and back to the search", async ({
  page,
  url,
  api,
  company,
}) => {
  for (let number = 1; number <= 9; number++)
    await api(createHelp, {
      type: "faq",
      title: `How is claim ${number} filed?`,
      content: number === 7 ? "With the surveyor's letter." : "With the form.",
      companyId: company.companyId,
    });
  await enter(page, url, company.admin);
  await page.getByRole("link", { name: "Help" }).click();
  await page.getByRole("searchbox", { name: "Search videos and questions" }).fill("SURVEYOR claim");
  await expect(page.getByRole("button", { name: "How is claim 7 filed?", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "How is claim 1 filed?", exact: true })).toHaveCount(0);
  await expect(page.getByText("No training videos match your search.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Move up/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.route(/\/api\/help/, (route) =>
    route.fulfill({ status: 401, json: { error: "Your session has ended.", code: "unauthenticated" } }),
  );
  await page.getByRole("button", { name: "Delete How is claim 7 filed?" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL("**/login?next=*");
  await page.unroute(/\/api\/help/);
  await page.getByLabel("Email").fill(company.admin.email);
  await page.getByLabel("Password").fill(company.admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/help?q=*");
  await expect(page.getByRole("button", { name: "How is claim 7 filed?", exact: true })).toBeVisible();
});

test("an administrator demoted to agent sees the reason, and is taken to an allowed screen", async ({
  page,
  url,
  api,
  company,
}) => {
  const [maria] = rowsOf(await api(listUsers, { companyId: company.companyId }));
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const editor = page.getByRole("dialog", { name: "Create Theme" });
  await editor.getByLabel("Theme name").fill("Refunds");
  const { id = 0, firstName = "", lastName = "" } = maria ?? {};
  await api(updateUser, { id, firstName, lastName, role: "agent", isActive: true });
  await editor.getByRole("button", { name: "Create Theme" }).click();
  await page.waitForURL("**/login?next=*");
  await page.getByLabel("Email").fill(company.admin.email);
  await page.getByLabel("Password").fill(company.admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your start page" }).click();
  await page.waitForURL("**/agent-workbench");
});
