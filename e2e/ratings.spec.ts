import { enter, expect, expectAccessible, test, whileRefused } from "./fixtures.ts";

test("a rating is the asker's: taken back by a second press, true after a failure, and shown to reviewers", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": "Opened products may be returned within 14 days." });
  await enter(page, url, company.admin);
  await page.goto(`${url}/agent-workbench`);
  await page.getByPlaceholder("Type your question here...").fill("How long may opened products be returned?");
  await page.keyboard.press("Enter");
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

  await page.goto(`${url}/admin?tab=interactions`);
  const rated = page.getByRole("button", { name: /^Rated good: review interaction/ });
  await expect(rated).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /^Not rated bad: review interaction/ }).click();
  await expect(page.getByRole("dialog", { name: /review/i })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rated).toHaveAttribute("aria-pressed", "true");
});
