import { ask } from "#contract/answering/answers.ts";
import { listDocuments, updateDocumentTags } from "#contract/knowledge/documents.ts";
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
  await enter(page, url, company.admin, "/admin?tab=interactions");
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

test("of a document's tags only the touched groups are saved: a colleague's change of another stays", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Fees", { "Fees.txt": "A late fee of 5 dollars is due after 30 days." });
  const find = async () => {
    const listed = await api(listDocuments, { id });
    const [document] = Array.isArray(listed) ? listed : listed.rows;
    return document;
  };
  await enter(page, url, company.admin, `/themes?theme=${id}&tab=documents`);
  await page.getByRole("button", { name: "Tags of Fees.txt" }).click();
  await api(updateDocumentTags, { id: (await find())?.id ?? 0, productTags: ["Theirs"] });
  const topics = page.getByRole("dialog").getByRole("textbox", { name: "Topics" });
  await topics.fill("First");
  await topics.press("Enter");
  // a word that was not entered is saved too
  await topics.fill("Mine");
  await page.getByRole("button", { name: "Save tags" }).click();
  await expect
    .poll(async () => (await find())?.autoGeneratedTags.topicTags)
    .toEqual(expect.arrayContaining(["First", "Mine"]));
  expect((await find())?.autoGeneratedTags.productTags).toEqual(["Theirs"]);
  // the address of a step that only a new theme has opens the first tab
  await page.goto(`${url}/themes?theme=${id}&tab=try`);
  await expect(page.getByLabel("Theme Name")).toBeVisible();
});
