import { assignThemeWorkspace } from "#contract/knowledge/themes.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import {
  admin,
  enter,
  expect,
  expectAccessible,
  invite,
  test,
  whileRefused,
  type Refusal,
} from "./fixtures.ts";

const busy: Refusal = [429, "limit_exceeded", "The server is restarting."];

test("a failure shows the specified sentence first, then its cause", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Refunds", {
    "Refund Policy.txt": "Opened products may be returned within 14 days.",
  });
  await enter(page, url, company.admin, "/agent-workbench");
  await whileRefused(page, "**/api/chat", busy, async () => {
    await page.getByPlaceholder("Type your question here...").fill("How long?");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText(
      "Sorry, I encountered an error while processing your request. Please try again. The server is restarting.",
    );
  });
  await page.goto(`${url}/themes?theme=${id}&tab=documents`);
  const dialog = page.getByRole("dialog");
  await whileRefused(page, "**/documents/bulk", busy, async () => {
    const buffer = Buffer.from("A new rule.");
    const files = [{ name: "new.txt", mimeType: "text/plain", buffer }];
    await dialog.locator("input[type=file]").first().setInputFiles(files);
    await expect(dialog.getByText("Upload failed: 429. The server is restarting.")).toBeVisible();
  });
  await whileRefused(page, "**/api/documents/*", busy, async () => {
    await dialog.getByRole("button", { name: "Delete Refund Policy.txt" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Failed to delete document. The server is restarting.")).toBeVisible();
  });
});

test("a failed deletion says so in its dialog, a failed assignment in a quiet line, and the screen stays accurate", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds");
  await api(assignThemeWorkspace, { id, workspaceId: company.workspaceId });
  await api(createWorkspace, { name: "Billing", companyId: company.companyId });
  await enter(page, url, company.admin);
  await page.getByText("Cards", { exact: true }).click();
  const card = page.getByRole("article", { name: "Refunds" });
  await whileRefused(page, `**/api/themes/${id}`, busy, async () => {
    await card.getByRole("button", { name: "Delete Refunds" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("'Refunds' was not deleted. The server is restarting.")).toBeVisible();
    // the dialog stays open for another try
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  });
  await expect(card).toBeVisible();
  await whileRefused(page, `**/api/themes/${id}/workspaces`, busy, async () => {
    await card.getByRole("button", { name: "Assign", exact: true }).click();
    await page.getByRole("dialog").getByPlaceholder("Select a workspace").click();
    await page.getByRole("option", { name: "Billing" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await expect(card.getByText("'Billing' was not assigned. The server is restarting.")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  // the list was refused along with the assignment
  await page.reload();
  await whileRefused(page, `**/api/themes/${id}/workspaces/*`, busy, async () => {
    await card.getByRole("button", { name: "Remove Contact Center" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(card.getByText("'Contact Center' was not removed. The server is restarting.")).toBeVisible();
  });
  await expect(card.getByRole("listitem").filter({ hasText: "Contact Center" })).toBeVisible();
  await expectAccessible(page);
});

test("a taken address is reported alone, without the advice to try again", async ({
  page,
  url,
  api,
  company,
}) => {
  const grace = await invite(api, company, { role: "agent", firstName: "Grace" });
  await enter(page, url, admin, `/companies?company=${company.companyId}`);
  await page.getByRole("button", { name: "Invite User" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(grace.email);
  await dialog.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Contact Center" }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("A user with this email already exists.");
});

test("the warning about a new one-time password names its owner, and where it can be seen again", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(`new-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await dialog.getByLabel("Contact Center").check();
  await dialog.getByRole("button", { name: "Add User" }).click();
  await expect(
    dialog.getByText(/^You can show it again in the users table until it is used; every viewing is logged\./),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: /^Show the temporary password of new-/ })).toBeVisible();
});
