import { createCompany } from "#contract/identity/companies.ts";
import { login } from "#contract/identity/sessions.ts";
import { send } from "#testing/call.ts";
import { measureShift, movedRows } from "#testing/layout-shift.ts";
import { admin, enter, expect, invite, test } from "./fixtures.ts";

/** Longer than half a second, during which the browser attributes movement to the press. */
const lateMs = 900;

test("a late response moves no row, and until then the list shows that it is loading", async ({
  page,
  url,
  api,
  company,
}) => {
  for (const firstName of ["Zora", "Ben", "Zora", "Ben"])
    await invite(api, company, { role: "agent", firstName, lastName: "Ortiz" });
  await measureShift(page);
  await enter(page, url, company.admin, "/admin?tab=users");
  const list = page.getByRole("region", { name: "Users" });
  await expect(list.getByText("Ben Ortiz")).toHaveCount(2);
  await page.route(/\/api\/users\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    await route.continue();
  });
  await page.getByPlaceholder("Search users").fill("Zora");
  await expect(list).toHaveAttribute("aria-busy", "true");
  await expect(list.getByText("Ben Ortiz")).toHaveCount(0);
  await expect(list.getByText("Zora Ortiz")).toHaveCount(2);
  await expect(list).toHaveAttribute("aria-busy", "false");
  // layout shifts are reported with the following frame
  await page.waitForTimeout(300);
  expect(await movedRows(page)).toEqual([]);
});

test("returning from a company restores its card and the page of the list", async ({ page, url, api }) => {
  const initial = crypto.randomUUID().slice(0, 8);
  for (let number = 1; number <= 25; number++) await api(createCompany, { name: `${initial} ${number}` });
  await enter(page, url, admin, `/companies?q=${initial}&page=2`);
  const card = page.getByRole("button", { name: `${initial} 1`, exact: true });
  for (const goBack of [
    () => page.getByRole("button", { name: "All companies" }).press("Enter"),
    () => page.goBack(),
  ]) {
    await card.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `${initial} 1` })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await goBack();
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
  }
});

test("by keyboard: after a removal focus stays nearby, not at the start of the page", async ({
  page,
  url,
  api,
  company,
}) => {
  const { email } = await invite(api, company, { role: "agent", firstName: "Ben", lastName: "Ortiz" });
  for (let other = 0; other < 2; other++) await send(url, null, login, company.admin);
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: `Deactivate ${email}` }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("User deactivated successfully")).toBeVisible();
  // in the table, or on the remounted row's button
  const users = page.getByRole("region", { name: "Users" });
  await expect.poll(() => users.evaluate((table) => table.contains(document.activeElement))).toBe(true);

  await page.goto(`${url}/account`);
  const ends = page.getByRole("button", { name: /^End / });
  await expect(ends).toHaveCount(3);
  await ends.first().focus();
  await page.keyboard.press("Enter");
  await expect(ends).toHaveCount(2);
  await expect(ends.first()).toBeFocused();
});
