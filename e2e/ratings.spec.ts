import { askAtWorkbench, enter, expect, expectAccessible, test, whileRefused } from "./fixtures.ts";

test("a rating belongs to the asker: undone by a second press, accurate after a failure, and shown to reviewers", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": "Opened products may be returned within 14 days." });
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, "How long may opened products be returned?");
  const good = page.getByRole("button", { name: "Good answer" });
  const bad = page.getByRole("button", { name: "Bad answer" });
  await good.click();
  await expect(good).toHaveAttribute("aria-pressed", "true");
  await good.click();
  await expect(good).toHaveAttribute("aria-pressed", "false");
  await good.click();
  await whileRefused(page, "**/rate", [429, "limit_exceeded", "Too many calls."], async () => {
    await bad.click();
    await expect(page.getByText("The rating was not saved.")).toBeVisible();
  });
  await expect(good).toHaveAttribute("aria-pressed", "true");
  await expect(bad).toHaveAttribute("aria-pressed", "false");
  await expectAccessible(page);

  // what is typed after a rating is the next question, in the same chat; N starts a new one and a space presses a button
  await page.keyboard.type("How long may opened products be kept? No hurry");
  await expect(page.getByPlaceholder("Type your question here...")).toHaveValue(
    "How long may opened products be kept? No hurry",
  );
  await expect(good).toHaveAttribute("aria-pressed", "true");

  await page.goto(`${url}/admin?tab=interactions`);
  const rated = page.getByRole("cell", { name: "good", exact: true });
  await expect(rated).toBeVisible();
  await page.getByRole("button", { name: /^Review interaction/ }).click();
  await expect(page.getByRole("dialog", { name: /review/i })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rated).toBeVisible();
});

test("a bad rating asks for a reason; reason and comment reach the reviewer, and withdrawing the rating removes the notice", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": "Opened products may be returned within 14 days." });
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, "How long may opened products be returned?");
  const bad = page.getByRole("button", { name: "Bad answer" });
  await bad.click();
  const why = page.getByRole("form", { name: "What was wrong with this answer?" });
  await why.getByRole("button", { name: "Out of date" }).click();
  await expect(why.getByText("Thank you. Your reviewers see this.")).toBeVisible();
  await expect(why.getByRole("button", { name: "Out of date" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await why.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 720 });
  await why.getByRole("textbox").fill("It is 30 days since May.");
  await page.reload();
  await expect(why.getByRole("textbox")).toHaveValue("It is 30 days since May.");
  await expect(why.getByRole("button", { name: "Out of date" })).toHaveAttribute("aria-pressed", "true");
  await whileRefused(page, "**/rate", [429, "limit_exceeded", "Too many calls."], async () => {
    await why.getByRole("button", { name: "Send" }).click();
    await expect(why.getByText("Your comment was not saved, but your rating was.")).toBeVisible();
  });
  await why.getByRole("button", { name: "Send" }).click();
  await expect(why.getByRole("textbox")).toHaveCount(0);
  await expect(why.getByText("Thank you. Your reviewers see this.")).toBeVisible();

  await page.getByRole("button", { name: /^Notifications, \d unread/ }).click();
  const notice = page.getByRole("link", { name: /An answer in 'Refunds' was rated bad/ });
  await notice.click();
  await expect(page.getByText("Out of date: It is 30 days since May.")).toBeVisible();

  await page.goto(`${url}/agent-workbench`);
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  await page
    .getByRole("dialog", { name: "Your earlier questions" })
    .getByRole("button", { name: /How long may opened products/ })
    .first()
    .click();
  await bad.click();
  await expect(bad).toHaveAttribute("aria-pressed", "false");
  await expect(why).toHaveCount(0);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(notice).toHaveCount(0);
});
