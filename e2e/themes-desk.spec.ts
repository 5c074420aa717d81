import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("the desk of themes says whose documents need someone, who may ask, and what a week brought", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refunds.txt": "A refund takes ten business days." });
  await theme("Empty shelf");
  for (const userQuery of ["How long does a refund take?", "Who is the king of Mongolia?"])
    await api("POST", "/api/chat", { themeId: id, userQuery, sessionId: "s" });
  await enter(page, url, company.admin);
  const row = page.getByRole("article", { name: "Refunds" });
  await expect(row.getByRole("button", { name: "1 document" })).toBeVisible();
  await expect(row.getByRole("button", { name: "Nobody yet" })).toBeVisible();
  await expect(row).toContainText("2 in 7 days");
  await expect(row).toContainText("1 declined");
  await expect(page.getByRole("article", { name: "Empty shelf" })).toContainText("Not asked this week");
  await expectAccessible(page);
  await api("POST", `/api/themes/${id}/workspaces`, { workspaceId: company.workspaceId });
  await page.reload();
  await expect(row.getByRole("button", { name: "1 workspace" })).toBeVisible();
  await row.getByRole("button", { name: "1 document" }).click();
  await expect(page.getByRole("dialog", { name: "Refunds – Edit Theme" })).toContainText("Refunds.txt");
  await page.keyboard.press("Escape");
  await row.getByRole("link", { name: "Ask Refunds" }).click();
  await expect(page).toHaveURL(/agent-workbench\?.*theme=/);
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveValue("Refunds");
});
