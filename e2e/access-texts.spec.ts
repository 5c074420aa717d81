import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { budgets, companySizes, industries, timeframes } from "#contract/operation/leads.ts";
import { setAt } from "#testing/sets.ts";
import { admin, enter, expect, invite, signIn, test } from "./fixtures.ts";
import { notOnScreen, specified } from "./specified-texts.ts";
import { reader, refuse } from "./text-reader.ts";

const documents = [
  "1-access-companies-workspaces-public-pages.md",
  "2-themes-chat-admin-reports-help.md",
].map((name) => setAt(`spec/${name}`, "the texts of the first documents"));

/** Holds a call until released, to read a button's label while it is pending. */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  let letGo = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    letGo();
    await page.unroute(address);
  };
}

test("every text quoted in docs/specification is in the table", () => {
  const table = [...Object.values(specified).flat(), ...Object.keys(notOnScreen)].map(bare);
  const folder = "docs/specification";
  const quoted = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/"([^"\n]+)"/g)].map(([, text]) =>
      bare(text ?? ""),
    ),
  );
  expect(new Set(quoted).size).toBeGreaterThan(100);
  expect(quoted.filter((text) => !table.some((known) => known.includes(text)))).toEqual([]);
});

/** Ignores parts filled in by a screen and the ends of sentences. */
function bare(text: string): string {
  return text.replaceAll(/\{[^}]*\}|\.\.\.$/g, "").trim();
}

test("every text quoted in the first documents is in the table", () => {
  const paths = documents.filter((path) => path !== null);
  test.skip(paths.length < documents.length, "TEST_SETS names no folder with the first documents");
  const table = new Set<string>([...Object.values(specified).flat(), ...Object.keys(notOnScreen)]);
  const quoted = paths.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/(?<!\w)'((?:[^'\n]|(?<=\w)'(?=[a-z]))+)'(?!\w)/g)].flatMap(
      ([, text]) => text?.split(" / ") ?? [],
    ),
  );
  const missing = new Set(quoted.filter((text) => !table.has(text)));
  console.log(`${table.size} texts in the table, ${new Set(quoted).size} of them quoted in the documents`);
  expect([...missing]).toEqual([]);
});

test("every text of the public pages matches the specification", async ({ page, url }) => {
  const text = reader(specified.public);
  await page.goto(url);
  for (const field of ["Banking", "Insurance", "Pharmaceutical", "Biotech", "Manufacturing"])
    await text.that(field, page.getByRole("heading", { name: field }));
  await page.goto(`${url}/learn-more`);
  for (const title of ["Security", "Access"])
    await text.that(title, page.getByRole("heading", { name: title, exact: true }));
  await text.that("90%", page.getByText("90%"));
  for (const step of ["Upload", "The AI learns", "Ask", "Get answers"])
    await text.that(step, page.getByRole("heading", { name: step }));
  for (const [path, title] of [
    ["/terms-of-service", "Terms of Service"],
    ["/privacy-policy", "Privacy Policy"],
  ] as const) {
    await page.goto(url + path);
    await text.that(title, page.getByRole("heading", { level: 1, name: title }));
    await text.see(page, "Last updated January 26, 2025", "Back to home");
  }
  await page.goto(`${url}/get-started`);
  for (const promise of ["30-minute demo", "within 24 hours"])
    await text.that(promise, page.getByText(promise));
  await text.labels(
    page,
    ...["First name", "Last name", "Phone", "Company", "Job title", "Industry", "Company size"],
    ...["Timeframe", "Budget"],
  );
  for (const [name, values] of Object.entries({
    industry: industries,
    companySize: companySizes,
    timeframe: timeframes,
    budget: budgets,
  })) {
    const offered = await page
      .locator(`select[name=${name}] option`)
      .evaluateAll((options) =>
        options.map((option) => option.getAttribute("value") ?? "").filter((value) => value !== ""),
      );
    expect(offered).toEqual([...values]);
  }
  for (const [name, value] of Object.entries({
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@example.com",
    company: "Engines",
    useCase: "Answering questions on our manuals",
  }))
    await page.locator(`[name=${name}]`).fill(value);
  const send = page.getByRole("main").getByRole("button");
  await page.route("**/api/leads", refuse);
  await send.click();
  await text.see(page, "Submission Error");
  await text.that(
    "There was an issue submitting your information. Please try again.",
    page.getByText("There was an issue submitting your information. Please try again."),
  );
  await expect(page.locator("[name=useCase]")).toHaveValue("Answering questions on our manuals");
  await page.unroute("**/api/leads");
  const letGo = await hold(page, "**/api/leads");
  await send.click();
  await text.buttons(page, "Submitting...");
  await letGo();
  await text.see(
    page,
    "Thank you for your interest!",
    "We'll be in touch within 24 hours to discuss your requirements.",
  );
  // the earlier failure isn't shown with the thanks
  await expect(page.getByText("Submission Error")).toHaveCount(0, { timeout: 1000 });
  await page.goto(`${url}/nowhere`);
  await text.see(page, "404 Page Not Found");
  expect([...text.left]).toEqual([]);
});

test("every text of sign-in and password change matches the specification", async ({
  page,
  url,
  api,
  company,
}) => {
  const text = reader(specified.account);
  await page.goto(`${url}/login`);
  await text.labels(page, "Email", "Password", "Remember me");
  await text.buttons(page, "Forgot your password?");
  const fill = async (person: { email: string; password: string }) => {
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
  };
  const signInButton = page.getByRole("button", { name: /^Sign(ing)? in$/ });
  await page.route("**/api/auth/login", refuse);
  await fill(company.admin);
  await signInButton.click();
  await text.see(page, "Login failed");
  await page.unroute("**/api/auth/login");
  // a proxy's response: not JSON, and a status without a name
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 499, body: "" }));
  await signInButton.click();
  await text.that("Request failed: {status}", page.getByText(/^(Request failed: 499|Unknown)$/));
  await page.unroute("**/api/auth/login");

  const invited = await invite(api, company, { role: "agent" });
  await fill(invited);
  const letIn = await hold(page, "**/api/auth/login");
  await signInButton.click();
  await text.buttons(page, "Signing in");
  await letIn();
  await page.waitForURL("**/change-password");
  const change = page.getByRole("button", { name: "Change password" });
  const choose = async (password: string, again: string) => {
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm new password").fill(again);
    await change.click();
  };
  await text.labels(page, "New password", "Confirm new password");
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await choose("seven green bottles", "other");
  await text.see(page, "New passwords do not match");
  await choose("seven", "seven");
  await text.see(page, "Password must be at least 8 characters long");
  await page.route("**/api/auth/change-password", refuse);
  await choose("seven green bottles", "seven green bottles");
  await text.see(page, "Password change failed");
  await page.unroute("**/api/auth/change-password");

  const letLoad = await hold(page, "**/assets/change-password-*.js");
  await page.goto(`${url}/agent-workbench`);
  await text.see(page, "Redirecting to password change...");
  // longer than a screen may take before its spinner appears
  await page.waitForTimeout(700);
  await expect(page.getByText("Redirecting to password change...").filter({ visible: true })).toHaveCount(1);
  await letLoad();
  await page.waitForURL("**/change-password");
  await choose("seven green bottles", "seven green bottles");
  await text.see(page, "Password changed successfully");
  await page.goto(`${url}/change-password`);
  await text.labels(page, "Current password");
  await page.getByLabel("Current password").fill("seven green bottles");
  await page.evaluate(() => localStorage.clear());
  await choose("seven red bottles", "seven red bottles");
  await text.see(page, "Not authenticated");
  expect([...text.left]).toEqual([]);
});

test("every text of the shell and the terms dialog matches the specification", async ({
  page,
  url,
  api,
  company,
}) => {
  const text = reader(specified.shell);
  const navigation = page.getByRole("navigation", { name: "Main" });
  for (const [role, initials] of [
    ["workspace_admin", "WA"],
    ["agent", "A"],
  ] as const) {
    const invited = await invite(api, company, { role });
    await signIn(page, url, invited);
    await page.waitForURL("**/change-password");
    await page.getByLabel("New password", { exact: true }).fill("seven green bottles");
    await page.getByLabel("Confirm new password").fill("seven green bottles");
    await page.getByRole("button", { name: "Change password" }).click();
    const terms = page.getByRole("dialog", { name: "Welcome to Footnote" });
    await text.that("Welcome to Footnote", terms);
    await text.buttons(terms, "Accept & Continue");
    await text.see(terms, "Terms of Service", "Privacy Policy");
    for (const link of ["Terms of Service", "Privacy Policy"])
      await expect(terms.getByRole("link", { name: link })).toHaveAttribute("target", "_blank");
    await terms.getByRole("button", { name: "Accept & Continue" }).click();
    await text.see(
      page,
      "Acceptance Required",
      "Please accept both the Terms of Service and Privacy Policy to continue.",
    );
    for (const box of await terms.getByRole("checkbox").all()) await box.check();
    await page.route("**/api/auth/accept-terms", refuse);
    await terms.getByRole("button", { name: "Accept & Continue" }).click();
    await text.see(page, "Error", "Failed to save your acceptance. Please try again.");
    await page.unroute("**/api/auth/accept-terms");
    const letGo = await hold(page, "**/api/auth/accept-terms");
    await terms.getByRole("button", { name: "Accept & Continue" }).click();
    await text.buttons(terms, "Accepting...");
    await letGo();
    await expect(terms).toHaveCount(0);
    await text.see(navigation, initials);
    await expect(navigation.getByText(invited.email)).toBeVisible();
    await text.see(navigation, role.replaceAll("_", " "));
    await text.that("Notifications", page.getByRole("button", { name: /^Notifications/ }));
    if (role === "agent") {
      await page.goto(`${url}/reports`);
      await text.see(page, "Access Denied", "You don't have permission to access this page.");
    }
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL("**/login");
  }
  await signIn(page, url, admin);
  await page.waitForURL("**/companies");
  for (const entry of ["Companies", "Workspaces", "Themes", "Agent Workbench", "Admin", "Reports", "Help"])
    await text.that(entry, navigation.getByRole("link", { name: entry, exact: true }));
  await text.see(navigation, "super admin", "SA");
  await text.buttons(navigation, "Logout");
  await page.goto(`${url}/nowhere`);
  await text.see(page, "404 Page Not Found");
  expect([...text.left]).toEqual([]);
});

test("every text of Companies and Workspaces matches the specification", async ({
  page,
  url,
  api,
  company,
}) => {
  const text = reader([...specified.companies, ...specified.workspaces]);
  const name = `Ledger ${crypto.randomUUID().slice(0, 6)}`;
  await enter(page, url, admin, "/companies");
  await page.route("**/api/companies?*", refuse);
  await page.reload();
  await text.see(page, "Failed to load companies");
  await page.unroute("**/api/companies?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await text.buttons(page, "Add Company");
  await page.getByRole("button", { name: "Add Company" }).first().click();
  const dialog = page.getByRole("dialog");
  await text.labels(dialog, "Name", "Description", "OpenAI API key", "xAI API key");
  await dialog.getByLabel("Name").fill(name);
  await page.route("**/api/companies", refuse);
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await text.see(page, "Failed to save company");
  await page.unroute("**/api/companies");
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await text.see(page, "Company created successfully");
  await page.getByRole("button", { name: "All companies" }).click();
  const card = page.getByRole("article", { name });
  await text.see(card, "Pending");
  await card.getByRole("button", { name: `Edit ${name}` }).click();
  await dialog.getByLabel("OpenAI API key").fill("sk-test-0123456789abcdef");
  await dialog.getByRole("button", { name: "Update Company" }).click();
  await text.see(page, "Company updated successfully");
  await text.see(card, "Connected");

  await page.goto(`${url}/companies?company=${company.companyId}`);
  for (const title of ["Users", "Workspaces"])
    await text.that(title, page.getByRole("heading", { name: title }));
  await text.buttons(page, "Invite User");
  await page.getByRole("button", { name: "Invite User" }).click();
  for (const label of ["Email", "Role", "Workspace"]) await text.that(label, dialog.getByLabel(label));
  await text.options(dialog.getByLabel("Role"), "Agent", "Workspace Admin");
  const sendButton = dialog.getByRole("button", { name: "Send Invitation" });
  await expect(sendButton).toBeDisabled();
  await dialog.getByLabel("Email").fill(`texts-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await expect(sendButton).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Contact Center" }).click();
  await page.route("**/api/users/invite", refuse);
  await sendButton.click();
  await text.that(
    "Failed to invite user. Please try again.",
    dialog.getByText("Failed to invite user. Please try again."),
  );
  await page.unroute("**/api/users/invite");
  await sendButton.click();
  await text.that("This password is shown only once.", page.getByText("This password is shown only once."));
  await page.getByRole("button", { name: "Done" }).click();
  // email is off here: the dialog's text as if it had been sent
  await page.route("**/api/users/invite", (route) =>
    route.fulfill({
      status: 201,
      json: { id: 1, userId: 1, message: "", emailSent: true, tempPassword: null },
    }),
  );
  const invited = `texts-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.getByRole("button", { name: "Invite User" }).click();
  await dialog.getByLabel("Email").fill(invited);
  await dialog.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Contact Center" }).click();
  await sendButton.click();
  await text.that(
    "The invitation was sent by email to {email}.",
    page.getByText(`The invitation was sent by email to ${invited}.`),
  );
  await page.unroute("**/api/users/invite");

  await page.goto(`${url}/workspaces`);
  await text.see(page, "Please select a company to view its workspaces.");
  const here = `${url}/workspaces?companyId=${company.companyId}`;
  await api(createWorkspace, { name: "Closed", companyId: company.companyId, isActive: false });
  await page.goto(here);
  await text.see(page, "Active", "Inactive");
  await page.getByRole("button", { name: "Create Workspace" }).click();
  await text.labels(dialog, "Name", "Description");
  await dialog.getByLabel("Name").fill("Claims");
  await page.route("**/api/workspaces", refuse);
  await dialog.getByRole("button", { name: "Create Workspace" }).click();
  await text.see(page, "Failed to save workspace");
  await page.unroute("**/api/workspaces");
  await dialog.getByRole("button", { name: "Create Workspace" }).click();
  await text.see(page, "Workspace created successfully");
  await page.getByRole("button", { name: "Edit Claims" }).click();
  await dialog.getByRole("button", { name: "Update Workspace" }).click();
  await text.see(page, "Workspace updated successfully");
  await page.getByRole("button", { name: "Delete Claims" }).click();
  await page.route("**/api/workspaces/*", (route) => route.fulfill({ status: 418, body: "" }));
  await dialog.getByRole("button", { name: "Delete" }).click();
  await text.see(page, "Failed to delete workspace");
  await page.unroute("**/api/workspaces/*");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await text.see(page, "Workspace deleted successfully");
  await page.route("**/api/workspaces/*/stats", refuse);
  await page.goto(here);
  await text.see(page, "Failed to fetch workspace stats");
  await page.route("**/api/workspaces?*", refuse);
  await page.goto(here);
  await text.see(page, "Failed to fetch workspaces");
  expect([...text.left]).toEqual([]);
});
