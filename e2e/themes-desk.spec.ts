import { ask } from "#contract/answering/answers.ts";
import { assignThemeWorkspace } from "#contract/knowledge/themes.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("the list of themes shows whose documents need attention, who may ask, and the week's questions", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refunds.txt": "A refund takes ten business days." });
  await theme("Empty shelf");
  for (const userQuery of ["How long does a refund take?", "Who is the king of Mongolia?"])
    await api(ask, { themeId: id, userQuery, sessionId: "s" });
  await enter(page, url, company.admin);
  await page.getByText("Rows", { exact: true }).click();
  const row = page.getByRole("article", { name: "Refunds" });
  await expect(row.getByRole("button", { name: "1 document" })).toBeVisible();
  await expect(row.getByRole("button", { name: "Nobody yet" })).toBeVisible();
  await expect(row).toContainText("2 in 7 days");
  await expect(row).toContainText("1 declined");
  await expect(page.getByRole("article", { name: "Empty shelf" })).toContainText("Not asked this week");
  await expectAccessible(page);
  await api(assignThemeWorkspace, { id, workspaceId: company.workspaceId });
  await page.reload();
  await expect(row.getByRole("button", { name: "1 workspace" })).toBeVisible();
  await row.getByRole("button", { name: "1 document" }).click();
  await expect(page.getByRole("dialog", { name: "Refunds – Edit Theme" })).toContainText("Refunds.txt");
  await page.keyboard.press("Escape");
  await row.getByRole("link", { name: "Ask Refunds" }).click();
  await expect(page).toHaveURL(/agent-workbench\?.*theme=/);
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveValue("Refunds");
});

test("a new theme is created in four steps ending in a question to it, and nothing is lost along the way", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Theme" });
  const name = dialog.getByLabel("Theme name");
  await dialog.getByRole("button", { name: "Next: add documents" }).click();
  await expect(dialog.getByText("Enter a theme name.")).toBeVisible();
  await expect(name).toBeFocused();
  await expect(dialog.getByRole("tab", { name: "Try it" })).toBeDisabled();
  await name.fill("Refunds");
  await page.reload();
  await expect(name).toHaveValue("Refunds");
  // Enter continues
  await name.press("Enter");
  await expect(dialog.getByText("Until a document is ready, it declines every question.")).toBeVisible();
  await dialog.getByRole("tab", { name: "Try it" }).click();
  await expect(dialog.getByText(/it would decline every question/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add documents" }).click();
  await dialog.locator("input[type=file]").setInputFiles([
    {
      name: "Refunds.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("1. Refunds\n\nA refund takes ten business days after the product has arrived.\n"),
    },
  ]);
  await expect(dialog.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  // after leaving and returning, the step is the same
  await page.reload();
  await dialog.getByRole("button", { name: "Next: choose who can ask" }).click();
  await expect(dialog.getByText("Only administrators can ask it so far.")).toBeVisible();
  await dialog.getByRole("button", { name: "Assign" }).click();
  const assign = page.getByRole("dialog", { name: /Assign/ });
  await assign.getByRole("combobox").click();
  await page.getByRole("option", { name: "Contact Center" }).click();
  await assign.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Remove Contact Center" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Next: try it" }).click();
  const question = dialog.getByPlaceholder("Type your question here...");
  // typed without another click: the step's button, now 'Done', would take the spaces
  await expect(question).toBeFocused();
  await page.keyboard.type("How long does a refund take?");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("ten business days").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Source 1", exact: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Refunds.txt" })).toBeVisible();
  await page.keyboard.press("Escape");
  // going back keeps the answer
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "Next: try it" }).click();
  await expect(dialog.getByText("ten business days").first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("article", { name: "Refunds" })).toContainText("Contact Center");
});
