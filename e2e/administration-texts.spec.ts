import { ask } from "#contract/answering/answers.ts";
import { createHelp, deleteHelp } from "#contract/operation/help.ts";
import { createLead } from "#contract/operation/leads.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { admin, enter, expect, test } from "./fixtures.ts";
import { specified } from "./specified-texts.ts";
import { reader, refuse } from "./text-reader.ts";

test("every text of User Management and Chat Interactions matches the specification", async ({
  page,
  url,
  api,
  company,
}) => {
  const text = reader([...specified.users, ...specified.interactions]);
  const theme = await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });
  // one more than a page holds
  for (let asked = 0; asked < 11; asked += 1)
    await api(ask, { themeId: theme.id, userQuery: "What is refunded?", sessionId: "texts" });
  await enter(page, url, admin, "/admin?tab=users");
  await text.see(page, "User Management", "Chat Interactions", "Leads");
  await text.options(page.getByLabel("Role"), "All Roles", "Super Admin", "Workspace Admin", "Agent");

  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New User" });
  await text.that("Add New User", dialog);
  await text.labels(dialog, "Email", "First name", "Last name");
  await text.see(
    dialog,
    "Please select a company first",
    "An invitation email with a temporary password will be sent to the user.",
    "Add User",
  );
  await expect(dialog.getByRole("button", { name: "Add User" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.goto(`${url}/admin?tab=users&companyId=${company.companyId}`);
  const email = `texts-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const add = async () => {
    await page.getByRole("button", { name: "Add User" }).click();
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByRole("checkbox", { name: "Contact Center" }).check();
    await text.see(dialog, "Primary");
    await dialog.getByRole("button", { name: "Add User" }).click();
  };
  await add();
  await text.see(page, "User Added Successfully");
  await page.getByRole("button", { name: "Done" }).click();
  await add();
  await text.see(page, "Error Adding User", "A user with this email already exists.");
  await page.route("**/api/users/invite", refuse);
  await dialog.getByRole("button", { name: "Add User" }).click();
  await text.see(
    page,
    "The user may have been created but the invitation email could not be sent. Please check the user list and email configuration.",
  );
  await page.unroute("**/api/users/invite");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const table = page.getByRole("table", { name: "Users" });
  for (const column of [
    "User",
    "Role",
    "Company",
    "Workspace",
    "Status",
    "Temp Password",
    "Last Login",
    "Actions",
  ])
    await text.that(column, table.getByRole("columnheader", { name: column, exact: true }));
  await text.see(table, "Active", "(New)", "-", "Never");
  await page.getByRole("button", { name: `Edit ${email}` }).click();
  const edit = page.getByRole("dialog", { name: "Edit User" });
  await text.that("Edit User", edit);
  await text.see(edit, "Active user");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Deactivate ${email}` }).click();
  await text.see(page, "Are you sure you want to deactivate this user?");
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  await text.see(table, "Inactive");

  await page.goto(`${url}/admin?tab=interactions&companyId=${company.companyId}`);
  await text.that("All Themes", page.getByPlaceholder("All Themes"));
  await text.see(page, "Export to CSV");
  await text.that("Showing X to Y of Z results", page.getByText("Showing 1 to 10 of 11 results"));
  await text.buttons(page, "Previous", "Next");
  const interactions = page.waitForEvent("download");
  await page.getByText("Export to CSV").click();
  expect((await interactions).suggestedFilename()).toBe("chat_interactions.csv");
  text.took("chat_interactions.csv");
  for (const column of ["Theme", "Agent", "Date & Time", "Tags", "Query", "Rating", "Actions"])
    await text.that(column, page.getByRole("columnheader", { name: column, exact: true }));
  await page.goto(`${url}/admin?tab=interactions&companyId=${company.companyId}&q=nothing+like+this`);
  await expect(page.getByText("No interactions found matching your criteria")).toBeVisible();
  await page.goto(`${url}/admin?tab=users&companyId=${company.companyId}&q=nobody+like+this`);
  await expect(page.getByText("No users found matching your criteria")).toBeVisible();
  expect([...text.left]).toEqual([]);
});

test("every text of Leads matches the specification", async ({ page, url, api, company }) => {
  expect(company.companyId).toBeGreaterThan(0);
  const text = reader(specified.leads);
  const mark = crypto.randomUUID().slice(0, 8);
  for (const timeframe of ["immediate", "1-3months", "3-6months", "6months+", "exploring"])
    await api(createLead, {
      firstName: "Ada",
      lastName: mark,
      email: `${crypto.randomUUID()}@example.com`,
      company: "Engines",
      jobTitle: "Clerk",
      industry: "insurance",
      companySize: "1-50",
      budget: "10k-50k",
      useCase: "Answers",
      timeframe,
    });
  await enter(page, url, admin, `/admin?tab=leads&q=${mark}`);
  await text.see(page, "Lead Management", "Export CSV");
  await text.see(page, "Immediate", "1-3 months", "3-6 months", "6+ months", "Exploring");
  await text.that(
    "N leads captured from Get Started form",
    page.getByText(/^\d+ leads captured from Get Started form$/),
  );
  await text.options(
    page.getByLabel("Status", { exact: true }),
    "All Statuses",
    "New",
    "Contacted",
    "Qualified",
    "Closed",
  );
  const leads = page.waitForEvent("download");
  await page.getByText("Export CSV").click();
  expect((await leads).suggestedFilename()).toMatch(/^leads-\d{4}-\d{2}-\d{2}\.csv$/);
  text.took("leads-{date}.csv");
  await page.getByLabel(`Status of Ada ${mark}`).first().selectOption("contacted");
  await text.see(page, "Lead status updated successfully");
  await page
    .getByRole("button", { name: `View details of Ada ${mark}` })
    .first()
    .click();
  const notes = page.getByRole("dialog").getByLabel("Notes");
  for (const fact of ["Company", "Job title", "Industry", "Size", "Budget", "Date"])
    await text.that(fact, page.getByRole("dialog").getByRole("term").getByText(fact, { exact: true }));
  await text.labels(page.getByRole("dialog"), "Notes");
  await notes.fill("Call in March");
  await notes.blur();
  await text.see(page, "Notes updated successfully");
  await page.route("**/api/leads/*", refuse);
  await notes.fill("Call in April");
  await notes.blur();
  await text.see(page, "Failed to update notes");
  await page.getByRole("dialog").getByLabel(`Status of Ada ${mark}`).selectOption("closed");
  await text.see(page, "Failed to update lead status");
  await page.unroute("**/api/leads/*");
  await page.goto(`${url}/admin?tab=leads&q=nobody+like+this`);
  await text.see(page, "No leads found matching your criteria");
  expect([...text.left]).toEqual([]);
});

test("every text of the reports matches the specification", async ({ page, url, api, company }) => {
  const text = reader(specified.reports);
  const here = `companyId=${company.companyId}`;
  await enter(page, url, admin, `/reports?${here}`);
  await text.see(page, "Chat Interaction Reports", "No report data available.");
  for (const view of ["themes", "agents", "tags", "reviews"]) {
    await page.goto(`${url}/reports?${here}&view=${view}`);
    await expect(page.getByText("No report data available.")).toBeVisible();
  }
  await page.goto(`${url}/reports?${here}&view=spend`);
  await expect(page.getByText("No model was called in this period.")).toBeVisible();

  const theme = await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });
  await api(ask, { themeId: theme.id, userQuery: "What is refunded?", sessionId: "texts" });
  await page.goto(`${url}/reports?${here}`);
  await text.options(page.getByLabel("Company of the report"), "All Companies");
  await text.options(page.getByLabel("Period"), "7 days", "30 days", "90 days", "1 year");
  for (const view of ["Overview", "Themes", "Agents", "Tags"])
    await text.that(view, page.getByRole("tab", { name: view, exact: true }));
  await text.see(page, "Total Interactions", "Average Rating", "Active Users", "Active Themes");
  await text.see(page, "Daily Interactions", "Rating Distribution");
  for (const [view, columns] of [
    ["Themes", ["Theme", "Interactions", "Rating"]],
    ["Agents", ["Email", "Role", "Interactions", "Rating"]],
  ] as const) {
    await page.getByRole("tab", { name: view, exact: true }).click();
    for (const column of columns)
      await text.that(column, page.getByRole("columnheader", { name: column, exact: true }));
  }
  await page.getByRole("tab", { name: "Tags" }).click();
  for (const title of ["Distribution Partners", "Products", "Topics", "States"])
    await text.that(title, page.getByRole("heading", { name: title, exact: true }));
  for (const word of ["distribution partner", "product", "topic", "state"])
    await text.that("No ... tags used", page.getByText(`No ${word} tags used`, { exact: true }));
  await page.goto(`${url}/reports-working?${here}`);
  await text.see(page, "Satisfaction rate");
  await page.route("**/api/reports/**", refuse);
  await page.goto(`${url}/reports?${here}`);
  await text.see(page, "Failed to load report data. Please try again.");
  expect([...text.left]).toEqual([]);
});

test("every text of Help & Training matches the specification", async ({ page, url, api, company }) => {
  const text = reader(specified.help);
  await enter(page, url, company.admin, "/help");
  await text.see(page, "Help & Training", "Training Videos", "Frequently Asked Questions", "Add Content");
  await text.see(page, "No training videos available", "No FAQs available");
  await page.getByRole("button", { name: "Add Content" }).click();
  const dialog = page.getByRole("dialog");
  await text.options(dialog.getByLabel("Type"), "Training Video", "FAQ");
  await text.that("Video URL", dialog.getByLabel("Video URL"));
  await text.that("Duration", dialog.getByLabel("Duration"));
  await text.that("e.g., 5:30", dialog.getByPlaceholder("e.g., 5:30"));
  await text.labels(dialog, "Type", "Title", "Description");
  await dialog.getByLabel("Type").selectOption("FAQ");
  await text.labels(dialog, "Question", "Answer");
  await dialog.getByLabel("Question").fill("Ours?");
  await dialog.getByLabel("Answer").fill("**Yes** <script>alert(1)</script>");
  await dialog.getByRole("button", { name: "Create" }).click();
  await text.see(page, "Help content created successfully");
  await page.getByRole("button", { name: "Edit Ours?" }).click();
  await dialog.getByRole("button", { name: "Update" }).click();
  await text.see(page, "Help content updated successfully");

  const platform = await api(createHelp, { type: "faq", title: "Theirs?", content: "Yes." });
  await page.reload();
  await text.see(page, "Inherited");
  await text.that(
    "Customize for your company",
    page.getByRole("button", { name: "Customize for your company" }),
  );
  await text.that("Hide from your company", page.getByRole("button", { name: "Hide from your company" }));
  await page.getByRole("button", { name: "Hide from your company" }).click();
  await dialog.getByRole("button", { name: "Hide" }).click();
  await text.see(page, "Inherited content hidden successfully");
  await page.getByRole("button", { name: "Restore Theirs?" }).click();
  await expect(page.getByText("Inherited content restored successfully")).toBeVisible();
  await api(deleteHelp, { id: platform.id });

  await page.reload();
  await page.route("**/api/help/*", refuse);
  await page.getByRole("button", { name: "Edit Ours?" }).click();
  await dialog.getByRole("button", { name: "Update" }).click();
  await text.see(page, "Failed to save help content");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete Ours?" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await text.see(page, "Failed to delete help content");
  await page.unroute("**/api/help/*");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await text.see(page, "Help content deleted successfully");
  expect([...text.left]).toEqual([]);
});
