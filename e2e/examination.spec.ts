import { ask } from "#contract/answering/answers.ts";
import { login } from "#contract/identity/sessions.ts";
import { send } from "#testing/call.ts";
import { arrive, enter, expect, expectAccessible, signIn, test } from "./fixtures.ts";

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("an administrator invites an examiner, who states a reason, reads one theme's answers and downloads a bundle", async ({
  page,
  url,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", {
    "Refund Policy.txt": "Refund Policy\n\n1. Time limits\nOpened products may be returned within 14 days.\n",
  });
  await theme("Returns", {});
  const { sessionToken } = await send(url, null, login, company.admin);
  const userQuery = "How long may opened products be returned?";
  await send(url, sessionToken, ask, { themeId, userQuery, sessionId: "s" });

  await enter(page, url, company.admin, "/record");
  await page.getByRole("link", { name: "Examiners" }).click();
  await expect(page.getByText("No examiners have been invited yet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite examiner" }).click();
  const form = page.getByRole("dialog", { name: "Invite examiner" });
  const email = `ida-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("First name").fill("Ida");
  await form.getByLabel("Last name").fill("Berg");
  await form.getByLabel("Purpose").fill("Audit of refunds, spring");
  await form.getByLabel("First day to read (UTC)").fill(day(0));
  await form.getByLabel("Last day to read (UTC)").fill(day(-1));
  await expect(form.getByText("This is before the first day")).toBeVisible();
  await form.getByLabel("First day to read (UTC)").fill(day(-7));
  await form.getByLabel("Last day to read (UTC)").fill(day(1));
  await form.getByRole("combobox", { name: "Themes" }).click();
  await page.getByRole("option", { name: "Refunds" }).click();
  await form.getByLabel("Ends after (UTC)").fill(day(30));
  await expectAccessible(page);
  await form.getByRole("button", { name: "Invite", exact: true }).click();
  const result = page.getByRole("dialog", { name: "Examiner invited" });
  const password = (await result.locator("code").first().textContent()) ?? "";
  await page.keyboard.press("Escape");
  const list = page.getByRole("list", { name: "Examiners" });
  await expect(list).toContainText("Ida Berg");
  await expect(list).toContainText("Nothing opened yet");
  await page.getByRole("button", { name: "Logout" }).click();

  const ida = await arrive(url, { email, password });
  await signIn(page, url, ida);
  await page.waitForURL("**/examination");
  // no other screen is in the menu
  await expect(page.getByRole("navigation").first().getByRole("link")).toHaveText([
    /^Footnote/,
    "Examination",
    "Help",
  ]);
  await expect(page.getByText("Audit of refunds, spring")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText(userQuery)).toHaveCount(0);
  await page.getByLabel("Why are you looking at the record now?").fill("File 12: complaints of March");
  await page.getByRole("button", { name: "Begin" }).click();
  // the form is gone; the focus stays beside its subject
  await expect(page.getByText("Your reason: File 12").locator("..")).toBeFocused();
  await page.getByRole("button", { name: userQuery }).click();
  const answer = page.getByRole("dialog", { name: /^Interaction/ });
  // typeset, and its mark leads to the passage: the document is not open to examiners
  await expect(answer.getByText("1. Time limits:")).toBeVisible();
  await expect(answer).not.toContainText("**");
  await answer.getByRole("button", { name: "Source 1" }).click();
  const passage = answer.locator("details[open] details[open]");
  await expect(passage).toContainText("may be returned within 14 days");
  await expect(passage.locator("summary")).toBeFocused();
  await expect(answer.getByText(/is leaf \d+ of \d+/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Events" }).click();
  await expect(page.getByRole("list", { name: "Events" })).toContainText("uploaded Refund Policy.txt");
  await page.getByRole("tab", { name: "Bundles" }).click();
  await page.getByLabel("First day (UTC)").fill(day(2));
  await expect(page.getByText("This is before the first day")).toBeVisible();
  await page.getByLabel("First day (UTC)").fill(day(-1));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make bundle" }).click();
  const download = page.getByRole("link", { name: "Download bundle" });
  await expect(download).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const [bundle] = await Promise.all([page.waitForEvent("download"), download.click()]);
  expect(bundle.suggestedFilename()).toMatch(/\.zip$/);
  await page.goto(`${url}/record`);
  await expect(page.getByRole("heading", { name: "Record", level: 1 })).toHaveCount(0);

  await page.goto(`${url}/examination`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Begin" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
