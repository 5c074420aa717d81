import { ask } from "#contract/answering/answers.ts";
import { admin, arrive, enter, expect, expectAccessible, invite, signIn, test } from "./fixtures.ts";

/** Without the number of rows on the desk. */
const nameIn = (text: string) => text.replace(/\d.*$/, "");

test("Admin's list leads to every screen, lights the open one and the Admin entry, and folds on a phone", async ({
  page,
  url,
  company,
}) => {
  expect(company.companyId).toBeGreaterThan(0);
  await enter(page, url, admin, "/admin");
  const list = page.getByRole("navigation", { name: "Administration" });
  const entry = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Admin", exact: true });
  await expect(list.getByRole("heading")).toHaveText(["Answers", "People", "Record", "Installation"]);
  const items = await list.getByRole("link").allTextContents();
  expect(items.length).toBeGreaterThan(14);
  for (const text of items) {
    const label = nameIn(text);
    await list.getByRole("link", { name: label, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: label, exact: true })).toBeVisible();
    await expect(list.locator("[aria-current=page]")).toHaveText(new RegExp(`^${label}`));
    await expect(entry).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveTitle(`${label} · Footnote`);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  const fold = page.getByRole("button", { name: /^All of Administration, now in Installation › Operation/ });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(list.getByRole("link")).toHaveCount(0);
  await fold.press("Enter");
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await list.getByRole("link", { name: "Leads", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Leads", exact: true })).toBeVisible();
  await expect(list.getByRole("link")).toHaveCount(0);
});

test("the command menu finds every screen of the lists, and the entry counts the work on the desk", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", { "Refunds.txt": "A refund takes ten business days." });
  await enter(page, url, company.admin, "/admin");
  await page.getByRole("heading", { level: 1, name: "User Management" }).waitFor();
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Commands" });
  const places = menu.getByRole("group", { name: "Go to" }).getByRole("option");
  const listed = [
    ...(await page.locator("#entries a").allTextContents()),
    ...(await page.locator("nav[aria-label=Administration] a:not([aria-label])").allTextContents()),
  ].map(nameIn);
  await expect(places).toHaveText([...listed, "Your account", "Questionnaires", "Questions to you"]);
  await page.keyboard.press("Escape");

  for (const userQuery of ["Who is the king of Mongolia?", "Where does the sun set on Mars?"])
    await api(ask, { themeId, userQuery, sessionId: "s" });
  await page.reload();
  const list = page.getByRole("navigation", { name: "Administration" });
  await list.getByRole("link", { name: "2 in open work" }).click();
  const rows = page.getByRole("table", { name: "Work on answers" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.getByRole("searchbox", { name: "Search questions" }).fill("mars");
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: "State" }).selectOption({ label: "All questions" });
  await expect(page.getByRole("button", { name: "Select interactions" })).toBeVisible();
  // links that were sent before
  await page.goto(`${url}/admin?tab=desk`);
  await expect(rows).toHaveCount(3);
});

test("an agent finds questions asked of them under their own name, and no Admin", async ({
  page,
  url,
  api,
  company,
}) => {
  const invited = await invite(api, company, { role: "agent", firstName: "Maya", lastName: "Lind" });
  const { email, password } = await arrive(url, invited);
  await signIn(page, url, { email, password });
  await page.getByRole("button", { name: /Maya Lind/ }).click();
  await page.getByRole("link", { name: "Questions to you" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Questions to you" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveCount(0);
  await expectAccessible(page);
});
