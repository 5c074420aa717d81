import { listRecord } from "#contract/evidence/record.ts";
import { listHistory } from "#contract/answering/answers.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { send } from "#testing/call.ts";
import { arrive, enter, expect, expectAccessible, invite, test } from "./fixtures.ts";

const policy = `Refund Policy

1. Time limits
A customer may return an unopened product within 30 days of delivery.
`;

test("an administrator sees who can ask a theme, and opens the workbench as one of them sees it", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refund Policy.txt": policy });
  await theme("Salaries", { "Salaries.txt": "The board sets the salaries in May." });
  const invited = await invite(api, company, { role: "agent", firstName: "Maya", lastName: "Chen" });
  const maya = await arrive(url, invited);
  await api(assignThemeAgent, { id, userId: invited.id });
  await enter(page, url, company.admin, `/themes?theme=${id}&tab=agents`);
  const byName = page.getByRole("region", { name: "By name" });
  await expect(page.getByRole("region", { name: "As administrators" })).toContainText("Maria Rossi");
  await expectAccessible(page);
  await byName.getByRole("link", { name: "Ask as Maya Chen" }).click();

  await expect(page.getByText("You see what Maya Chen sees.")).toBeVisible();
  const themes = page.getByRole("region", { name: "Themes" });
  await expect(themes.getByRole("button")).toHaveText([/^Refunds/]);
  const documents = page.getByRole("region", { name: "Documents" });
  await expect(documents.getByRole("listitem")).toHaveText([/Refund Policy\.txt.*opens, answers/]);
  await page.getByPlaceholder("Type your question here...").fill("When may a product be returned?");
  await page.keyboard.press("Enter");
  const answer = page.getByRole("log", { name: "What Maya Chen would be answered" });
  await expect(answer).toContainText("within 30 days of delivery");
  await expect(answer.getByRole("button", { name: "Good answer" })).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await answer.getByRole("button", { name: /Refund Policy\.txt/ }).click();
  const source = page.getByRole("dialog", { name: "Refund Policy.txt" });
  await expect(source).toContainText("within 30 days of delivery");
  await source.getByRole("button", { name: "Close the source" }).click();
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByRole("link", { name: "Exit" }).click();
  await expect(page.getByRole("dialog", { name: "Refunds – Edit Theme" })).toBeVisible();
  expect(await send(url, maya.token, listHistory, {})).toEqual([]);
  const { rows } = await api(listRecord, { companyId: company.companyId, targetType: "user" });
  expect(rows.slice(0, 2).map(({ action }) => action)).toEqual(["user.ask-as", "user.see-as"]);
  await page.goto(`${url}/record`);
  await expect(page.getByText(/asked a question to see the answer/).first()).toBeVisible();
});

test("a theme that the person can't ask is not shown, and somebody who may not be seen is refused", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Salaries");
  const maya = await invite(api, company, { role: "agent", firstName: "Maya", lastName: "Chen" });
  await enter(page, url, company.admin, `/ask-as?person=${maya.id}&theme=${id}`);
  await expect(page.getByText("No themes available. Please contact your administrator.")).toBeVisible();
  await expect(page.getByText("Maya Chen can't ask the theme that you came from.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${url}/ask-as?person=2000000000`);
  await expect(page.getByText("Not found, or you don't have access.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Exit" })).toBeVisible();
});
