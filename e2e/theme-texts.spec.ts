import { createTheme } from "#contract/knowledge/themes.ts";
import { inviteUser, deactivateUser } from "#contract/identity/users.ts";
import { enter, expect, test } from "./fixtures.ts";
import { specified } from "./specified-texts.ts";
import { reader, refuse } from "./text-reader.ts";

const policy = `Refund Policy

1. Time limits
A customer in Texas may return an unopened laptop within 30 days of delivery. Gift cards are not refundable.
Visa and Best Buy refunds are paid within ten business days. The warranty covers refunds in Florida.
`;
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});

test("every text of Themes and its editor matches the specification", async ({ page, url, api, company }) => {
  const text = reader(specified.themes);
  const invited = await api(inviteUser, {
    email: `agent-${crypto.randomUUID().slice(0, 8)}@example.com`,
    firstName: "Ada",
    lastName: "Byron",
    role: "agent",
    workspaceId: company.workspaceId,
    companyId: company.companyId,
  });
  await enter(page, url, company.admin);
  await text.that("Themes", page.getByRole("heading", { level: 1, name: "Themes" }));
  await text.see(page, "Create and manage AI chatbot themes with custom knowledge bases");
  await text.buttons(page, "Create Theme", "Create New Theme");
  await page.getByRole("button", { name: "Create Theme" }).click();
  const dialog = page.getByRole("dialog");
  await expect(page.getByRole("dialog", { name: "Create Theme" })).toBeVisible();
  for (const tab of ["General", "Tags", "Documents", "Agents"])
    await text.that(tab, dialog.getByRole("tab", { name: tab }));
  await dialog.getByText("Details", { exact: true }).click();
  await text.labels(dialog, "Smart", "Smarter", "Theme name", "Purpose", "Guiding instructions for agents");
  await text.see(dialog, "AI model type", "Faster responses", "Advanced reasoning");
  await text.buttons(dialog, "Cancel");
  await dialog.getByRole("tab", { name: "Documents" }).click();
  await text.see(dialog, "Save the theme first to upload documents");
  await dialog.getByRole("tab", { name: "Tags" }).click();
  for (const [label, tag] of [
    ["Distribution partner tags", "Best Buy"],
    ["Product tags", "Laptops"],
    ["Topic tags", "Refunds"],
    ["State tags", "Texas"],
  ] as const) {
    await text.that(label, dialog.getByLabel(label, { exact: true }));
    await dialog.getByLabel(label, { exact: true }).fill(tag);
    await dialog.getByLabel(label, { exact: true }).press("Enter");
    await expect(dialog.getByRole("button", { name: `Remove ${tag}` })).toBeVisible();
    // empty and duplicate tags aren't added
    await dialog.getByLabel(label, { exact: true }).fill("  ");
    await dialog.getByRole("button", { name: `Add to ${label.toLowerCase()}` }).click();
    await dialog.getByLabel(label, { exact: true }).fill(tag);
    await dialog.getByRole("button", { name: `Add to ${label.toLowerCase()}` }).click();
    await expect(dialog.getByRole("button", { name: `Remove ${tag}` })).toHaveCount(1);
  }
  await dialog.getByRole("tab", { name: "General" }).click();
  await dialog.getByLabel("Theme name").fill("Refunds");
  await page.route("**/api/themes", refuse);
  await dialog.getByRole("button", { name: "Create Theme" }).click();
  await text.see(page, "Error", "Failed to save theme");
  await page.unroute("**/api/themes");
  await page.route("**/api/themes", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Create Theme" }).click();
  await text.buttons(dialog, "Saving...");
  await text.see(page, "Theme created successfully");
  await page.unroute("**/api/themes");
  await page.getByText("Cards", { exact: true }).click();
  const card = page.getByRole("article", { name: "Refunds" });
  await text.see(card, "Smart", "Active", "Distribution Partners", "Products", "Topics");
  await text.see(card, "No workspace assignments yet");
  await text.buttons(card, "Assign");
  await card.getByRole("button", { name: "Edit Refunds" }).click();
  await text.that("Edit Theme", page.getByRole("dialog", { name: "Edit Theme" }));
  // nothing answers by it yet
  await dialog.getByText("AI model, once a key is stored").click();
  await dialog.getByLabel("Smarter").check();
  await dialog.getByRole("switch", { name: "Active" }).uncheck();
  await text.buttons(dialog, "Update Theme");
  await dialog.getByRole("tab", { name: "Agents" }).click();
  const toggle = dialog.getByLabel("Ada Byron can ask this theme");
  await toggle.press("Space");
  await text.see(page, "Agent assigned to theme");
  await toggle.press("Space");
  await text.see(page, "Agent removed from theme");
  await page.route("**/api/themes/*/assignments", refuse);
  await dialog.getByText("Ada Byron").waitFor();
  await toggle.press("Space");
  await text.see(page, "Failed to update agent assignment");
  await dialog.getByRole("button", { name: "Update Theme" }).click();
  await text.see(page, "Theme updated successfully");
  await text.see(card, "Smarter", "Inactive");

  await page.reload();
  const agentsTab = async () => {
    await card.getByRole("button", { name: /assigned agent/ }).click();
  };
  await agentsTab();
  await text.see(page, "Failed to fetch assignments");
  await page.unroute("**/api/themes/*/assignments");
  await page.route("**/api/users?*", refuse);
  await page.reload();
  await text.see(page, "Failed to fetch agents");
  await page.unroute("**/api/users?*");
  await api(deactivateUser, { id: invited.id });
  await page.reload();
  await text.see(page, "No agents available in this workspace");
  await dialog.getByRole("button", { name: "Done" }).click();

  await card.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Assign" })).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Contact Center" }).click();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await card.getByRole("button", { name: "Remove Contact Center" }).click();
  await text.see(page, "Remove this theme from the workspace?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.route("**/api/themes/*/workspaces", refuse);
  await page.reload();
  await text.see(card, "Failed to fetch workspaces");
  await page.unroute("**/api/themes/*/workspaces");
  await card.getByRole("button", { name: "Delete Refunds" }).click();
  await text.see(page, "Are you sure you want to delete this theme?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(card).toHaveCount(0);
  await page.route(/\/api\/themes(\?|$)/, refuse);
  await page.reload();
  await text.see(page, "Failed to load themes");
  expect([...text.left]).toEqual([]);
});

test("every text of the upload panel matches the specification", async ({ page, url, api, company }) => {
  const text = reader(specified.documents);
  const theme = await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });
  await enter(page, url, company.admin, `/themes?theme=${theme.id}&tab=documents`);
  const dialog = page.getByRole("dialog", { name: "Edit Theme" });
  await text.see(dialog, "Maximum file size: 10MB each • Up to 10 files at once");
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles([
    file("sheet.xlsx", "no"),
    file("big.txt", Buffer.alloc(10 * 1024 * 1024 + 1, 32)),
  ]);
  await text.see(page, "Some files were rejected");
  const queue = dialog.getByRole("region", { name: "Files to upload" });
  for (const reason of [
    "Only PDF, Word (.doc, .docx), and text files are supported",
    "Maximum file size is 10MB",
  ])
    await text.that(reason, queue.getByText(reason, { exact: true }));
  await queue.getByRole("button", { name: "Clear Completed" }).click();
  const refusal = Promise.withResolvers<void>();
  await page.route("**/documents/bulk", async (route) => {
    await refusal.promise;
    await route.fulfill({ status: 418, body: "" });
  });
  await input.setInputFiles([file("a.txt", policy), file("b.txt", `${policy}!`)]);
  await input.setInputFiles([file("a.txt", policy)]);
  await expect(queue.getByRole("listitem")).toHaveCount(2);
  await text.see(queue, "pending");
  await text.that("Upload N Files", queue.getByRole("button", { name: "Upload 1 Files" }));
  await queue.getByRole("button", { name: "Remove b.txt" }).click();
  await expect(queue.getByRole("listitem")).toHaveCount(1);
  refusal.resolve();
  await text.that("Upload failed: {status}", queue.getByText("Upload failed: 418"));
  await text.see(queue, "error");
  await text.see(page, "Upload failed");
  await text.that("{n} files failed to upload", page.getByText("1 files failed to upload"));
  await page.unroute("**/documents/bulk");
  await text.buttons(queue, "Clear Completed");
  await queue.getByRole("button", { name: "Clear Completed" }).click();
  await expect(queue).toHaveCount(0);

  let calls = 0;
  await page.route("**/documents/bulk", async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 800));
    await (calls === 1 ? route.continue() : route.fulfill({ status: 418, body: "" }));
  });
  await input.setInputFiles([file("policy.txt", policy), file("later.txt", `${policy}!`)]);
  await text.see(queue, "uploading", "success");
  await text.see(page, "Some uploads failed");
  await page.unroute("**/documents/bulk");
  await queue.getByRole("button", { name: "Clear Completed" }).click();
  await input.setInputFiles([file("last.txt", `${policy} And so on.`)]);
  await text.see(page, "Upload complete");
  await text.that(
    "{n} of {total} files uploaded successfully",
    page.getByText("1 of 1 files uploaded successfully"),
  );
  const uploaded = dialog.getByRole("region", { name: "Uploaded documents" });
  await expect(uploaded.getByText("Ready").first()).toBeVisible({ timeout: 60_000 });
  await text.see(uploaded, "AI-suggested tags (can be edited in document settings)");
  const list = /\/api\/themes\/\d+\/documents(\?|$)/;
  const tags = {
    distributionPartnerTags: ["Visa"],
    productTags: ["Laptop"],
    topicTags: ["Refund"],
    stateTags: ["Texas"],
  };
  await page.route(list, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object[] | { rows: object[] };
    const tagged = (rows: object[]) => rows.map((row) => ({ ...row, autoGeneratedTags: tags }));
    await route.fulfill({
      response: answer,
      json: Array.isArray(body) ? tagged(body) : { ...body, rows: tagged(body.rows) },
    });
  });
  await page.reload();
  await text.see(uploaded, "Partners", "Products", "Topics", "States");
  await page.unroute(list);
  await page.route("**/api/documents/*", refuse);
  await uploaded.getByRole("button", { name: "Delete policy.txt" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await text.see(page, "Delete failed", "Failed to delete document");
  await page.route(list, refuse);
  await page.reload();
  await text.see(page, "Failed to fetch documents");
  expect([...text.left]).toEqual([]);
});

test("every text of the Agent Workbench matches the specification", async ({ page, url, api, company }) => {
  const text = reader(specified.workbench);
  await enter(page, url, company.admin, "/agent-workbench");
  await text.see(page, "No themes available. Please contact your administrator.");
  const theme = await api(createTheme, {
    name: "Refunds",
    purpose: "Answers on refunds",
    modelType: "smarter",
    workspaceId: company.workspaceId,
  });
  await api(createTheme, { name: "Returns", workspaceId: company.workspaceId });
  await page.goto(`${url}/agent-workbench?theme=${theme.id}`);
  await expect(page.getByText("Answers on refunds")).toBeVisible();
  await text.see(
    page,
    "Select tags from the list on the right and/or simply ask your question to get started",
  );
  await text.buttons(page, "New Chat");
  await page.getByRole("button", { name: "Narrow by tag" }).click();
  await text.that("AI-Generated Tags", page.getByRole("heading", { name: /^AI-Generated Tags/ }));
  for (const line of ["No AI-generated tags available", "Upload documents to generate tags"])
    await text.that(line, page.getByText(line));
  const question = page.getByPlaceholder("Type your question here...");
  await text.that("Type your question here...", question);
  await page.getByRole("combobox", { name: "Theme" }).click();
  for (const model of ["Smart", "Smarter"])
    await text.that(model, page.getByRole("option").getByText(model, { exact: true }));
  await page.keyboard.press("Escape");

  await page.goto(`${url}/themes?theme=${theme.id}&tab=documents`);
  const dialog = page.getByRole("dialog", { name: "Edit Theme" });
  await dialog.locator("input[type=file]").setInputFiles([file("policy.txt", policy)]);
  await expect(dialog.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.route("**/aggregated-tags", (route) =>
    route.fulfill({
      json: {
        distributionPartnerTags: ["Visa"],
        productTags: ["Laptop"],
        topicTags: ["Refund"],
        stateTags: ["Texas"],
      },
    }),
  );
  await page.goto(`${url}/agent-workbench?theme=${theme.id}`);
  await page.getByRole("button", { name: "Narrow by tag" }).click();
  await page.getByRole("button", { name: "Texas", exact: true }).click();
  await text.that("N selected", page.getByText("1 selected"));
  await expect(page.getByRole("button", { name: "Remove Texas" })).toBeVisible();
  // short and common words don't filter
  await question.fill("what is the");
  await expect(page.getByRole("button", { name: "Laptop", exact: true })).toBeVisible();
  await question.fill("zebra crossing");
  await text.that('No tags found matching "..."', page.getByText('No tags found matching "zebra crossing"'));
  await page.getByRole("button", { name: "Remove Texas" }).click();
  await question.fill("How long may a customer return an unopened laptop?");
  await question.press("Shift+Enter");
  await expect(question).toHaveValue(/\n$/);
  await question.press("Enter");
  await text.see(page, "Sources:", "Quoted from your documents");
  await page.getByRole("complementary", { name: "Sources" }).getByRole("button").first().click();
  await text.see(page.getByRole("dialog", { name: "policy.txt" }), "Document", "ID", "File type", "Size");
  await page.keyboard.press("Escape");
  await page.route("**/api/chat", (route) => route.fulfill({ status: 200, body: "" }));
  await question.fill("And a phone?");
  await question.press("Enter");
  await text.see(page, "Sorry, I encountered an error while processing your request. Please try again.");
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeDisabled();
  expect([...text.left]).toEqual([]);
});
