import { ask } from "#contract/answering/answers.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const topics = [
  "Late fees",
  "Refunds",
  "Warranty",
  "Installments",
  "Identification of customers",
  "Gift cards",
];

test("tags that don't fit open on a press, on a card and in a table", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Fees", { "Fees.txt": "A late fee of 5 dollars is due after 30 days." });
  await api(updateTheme, { id, topicTags: topics });
  await api(ask, {
    themeId: id,
    userQuery: "What is the late fee?",
    sessionId: "s",
    selectedTags: { topics },
  });
  await enter(page, url, company.admin);
  await page.getByText("Cards", { exact: true }).click();
  const card = page.getByRole("article", { name: "Fees" });
  await expect(card.getByText("Gift cards")).toHaveCount(0);
  await card.getByRole("button", { name: "Show 2 more tags" }).click();
  await expect(card.getByText("Gift cards")).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Show fewer tags" }).click();
  await expect(card.getByText("Gift cards")).toHaveCount(0);

  await page.goto(`${url}/admin?tab=interactions&companyId=${company.companyId}`);
  const more = page.getByRole("button", { name: "Show 3 more tags" });
  await expect(more).toBeInViewport({ ratio: 1 });
  await more.click();
  const whole = page.getByRole("table").getByText("Identification of customers");
  await expect(whole).toBeVisible();
  // shown in full, not cut off
  expect(await whole.evaluate((tag) => tag.scrollWidth <= tag.clientWidth)).toBe(true);
  await expectAccessible(page);
});

test("questions and answers have separate search fields", async ({ page, url, api, company, theme }) => {
  const themeId = await theme("Fees", { "Fees.txt": "A late fee of 5 dollars is due after 30 days." });
  await api(ask, { themeId, userQuery: "What is the late fee?", sessionId: "s" });
  await enter(page, url, company.admin);
  await page.goto(`${url}/admin?tab=interactions`);
  const question = page.getByText("What is the late fee?");
  await expect(question).toBeVisible();
  await page.getByLabel("Search questions").fill("dollars");
  await expect(page.getByText("No interactions found matching your criteria")).toBeVisible();
  await page.getByLabel("Search questions").fill("");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByLabel("Answer contains").fill("dollars");
  await expect(page).toHaveURL(/answer=dollars/);
  await expect(question).toBeVisible();
  await page.getByLabel("Outcome").selectOption("Answered");
  await page.getByLabel("Period").selectOption("7 days");
  await expect(page.getByRole("button", { name: "Filters (3)" })).toBeVisible();
  await expectAccessible(page);
  // each filter can be cleared on its own, even with the filters collapsed
  await page.getByRole("button", { name: "Filters (3)" }).click();
  await page.getByRole("button", { name: "Remove Outcome: Answered" }).click();
  await expect(page).not.toHaveURL(/outcome=/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove Period: last 7 days" })).toBeVisible();
  await page.getByRole("button", { name: "Filters (2)" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByLabel("Answer contains")).toHaveValue("");
});

test("a theme that every active workspace has can't be assigned to another", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  await theme("Fees");
  await api(createWorkspace, { name: "Closed", companyId: company.companyId, isActive: false });
  await enter(page, url, company.admin);
  await page.getByText("Cards", { exact: true }).click();
  const card = page.getByRole("article", { name: "Fees" });
  const assign = card.getByRole("button", { name: "Assign", exact: true });
  await assign.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Workspace" }).click();
  await expect(page.getByRole("option", { name: "Closed" })).toHaveCount(0);
  await page.getByRole("option", { name: "Contact Center" }).click();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(card.getByText("Contact Center")).toBeVisible();
  await expect(assign).toBeDisabled();
  await expectAccessible(page);
});
