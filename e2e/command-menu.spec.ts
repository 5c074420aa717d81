import { ask } from "#contract/answering/answers.ts";
import { listCompanies } from "#contract/identity/companies.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { rowsOf } from "#testing/call.ts";
import { admin, enter, expect, expectAccessible, invite, signIn, test } from "./fixtures.ts";

test("the command menu opens screens, themes, people and companies, switches dark and light, and signs out, by keyboard alone", async ({
  page,
  url,
  api,
  company,
}) => {
  await api(createTheme, { name: "Late refunds", workspaceId: company.workspaceId });
  await enter(page, url, admin, "/companies");
  await page.getByRole("heading", { level: 1, name: "Companies" }).waitFor();
  const menu = page.getByRole("dialog", { name: "Commands" });
  const search = menu.getByRole("combobox");
  const command = async (words: string, name: string) => {
    await page.keyboard.press("Control+k");
    await expect(search).toBeFocused();
    await page.keyboard.type(words);
    const chosen = menu.getByRole("option", { selected: true });
    await expect(chosen).toContainText(name);
    await page.keyboard.press("Enter");
    await expect(menu).toHaveCount(0);
  };
  await expect(page.getByRole("button", { name: "Commands" })).toBeVisible();
  // on a phone everything in the bar fits on one line
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole("navigation").first();
  expect((await bar.boundingBox())?.height).toBeLessThan(60);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("option", { selected: true })).toHaveText("Workspaces");
  await page.keyboard.type("nothing called so");
  await expect(menu.getByText("No matches for “nothing called so”.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);

  const companies = rowsOf(await api(listCompanies));
  const name = companies.find(({ id }) => id === company.companyId)?.name ?? "";
  await command(`company ${name}`, name);
  await expect(page).toHaveURL(new RegExp(`companyId=${company.companyId}`));
  await command("late refunds", "Late refunds");
  await expect(page.getByRole("dialog", { name: "Edit Theme" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await command(company.admin.email, "Maria Rossi");
  await expect(page.getByRole("table", { name: "Users" }).getByText(company.admin.email)).toBeVisible();
  // focus moves to the new screen, even from an element that stays
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: "Admin" }).focus();
  await command("go help", "Help");
  await expect(page.getByRole("heading", { level: 1, name: "Help & Training" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await command("dark", "Appearance: dark");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await command("new chat", "New Chat");
  await expect(page.getByRole("heading", { level: 1, name: "Agent Workbench" })).toBeAttached();
  await expect(page.getByPlaceholder("Type your question here...")).toBeFocused();
  await command("sign out", "Logout");
  await page.waitForURL("**/login");
});

test("a document of the oldest of many themes is found by words of its name and opens its theme", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const oldest = await theme("Glass claims", {
    "Windscreen handbook 2024.txt": "A crack is mended in a day.",
  });
  // more than one page holds
  for (let index = 0; index < 13; index += 1)
    await api(createTheme, { name: `Later ${index}`, workspaceId: company.workspaceId });
  await signIn(page, url, company.admin);
  await page.getByRole("heading", { level: 1, name: "Themes" }).waitFor();
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Commands" });
  await expect(menu.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("handbook wind");
  const found = menu.getByRole("group", { name: "Documents" }).getByRole("option");
  await expect(found).toHaveText(["Windscreen handbook 2024.txtGlass claims"]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`theme=${oldest}.*tab=documents`));
  const editor = page.getByRole("dialog", { name: "Edit Theme" });
  await expect(editor.getByText("Windscreen handbook 2024.txt")).toBeVisible();
});

test("an agent is offered only the agent's own screens", async ({ page, url, api, company }) => {
  const invited = await invite(api, company, { role: "agent" });
  await signIn(page, url, invited);
  await page.waitForURL("**/change-password");
  await page.getByLabel("New password", { exact: true }).fill("seven green bottles");
  await page.getByLabel("Confirm new password").fill("seven green bottles");
  await page.getByRole("button", { name: "Change password" }).click();
  const terms = page.getByRole("dialog", { name: /Welcome/ });
  await terms.getByLabel(/Terms of Service/).check();
  await terms.getByLabel(/Privacy Policy/).check();
  await terms.getByRole("button", { name: "Accept & Continue" }).click();
  await page.getByText("No themes available. Please contact your administrator.").waitFor();
  await page.getByRole("button", { name: "Commands" }).click();
  const places = page.getByRole("dialog", { name: "Commands" }).getByRole("group", { name: "Go to" });
  await expect(places.getByRole("option")).toHaveText([
    "Agent Workbench",
    "Help",
    "Your account",
    "Questionnaires",
    "Questions to you",
  ]);
});

test("text typed before the menu loads appears in it, and not in the field below", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Late refunds");
  await page.route("**/assets/command-menu-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await signIn(page, url, company.admin);
  await page.waitForURL("**/themes");
  await page.goto(`${url}/agent-workbench`);
  const question = page.getByPlaceholder("Type your question here...");
  await question.fill("May I");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("late refunx");
  await page.keyboard.press("Backspace");
  const search = page.getByRole("dialog", { name: "Commands" }).getByRole("combobox");
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("late refun");
  await page.keyboard.type("ds");
  await expect(search).toHaveValue("late refunds");
  await page.keyboard.press("Escape");
  await expect(question).toHaveValue("May I");
  await expect(question).toBeFocused();
});

test("a typed question goes to the current theme, in a new chat, on a phone too", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": "Opened products may be returned within 14 days." });
  await enter(page, url, company.admin, "/help");
  const menu = page.getByRole("dialog", { name: "Commands" });
  await page.getByRole("button", { name: "Commands" }).click();
  await page.keyboard.type("opened products");
  await expect(menu.getByRole("group", { name: "Ask" })).toHaveCount(0);
  await page.keyboard.type(" may be returned within?");
  const chosen = menu.getByRole("option", { selected: true });
  await expect(chosen).toHaveText("Ask Refunds: “opened products may be returned within?”");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "opened products may be returned within?" });
  await expect(heading).toBeVisible();
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Commands" }).click();
  await page.keyboard.type("How long may opened products be returned?");
  await expectAccessible(page);
  await menu.getByRole("option", { name: /^Ask Refunds/ }).click();
  await expect(
    page.getByRole("heading", { name: "How long may opened products be returned?" }),
  ).toBeVisible();
  await expect(heading).toHaveCount(0);
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("a search with a typo finds a question of the company, which becomes a recent item, and a sheet lists the shortcuts", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refunds.txt": "A refund takes ten business days." });
  await api(ask, { themeId: id, userQuery: "How long does a refund take?", sessionId: "s" });
  await enter(page, url, company.admin);
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Commands" });
  await menu.getByRole("combobox").fill("refnud take");
  const found = menu.getByRole("group", { name: "Questions" }).getByRole("option");
  await expect(found).toContainText("How long does a refund take?");
  await expect(found).toContainText(/answered · .* · Refunds$/);
  await expectAccessible(page);
  await found.click();
  await expect(page.getByRole("dialog", { name: /^Interaction/ })).toContainText("ten business days");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(menu.getByRole("group", { name: "Recent" }).getByRole("option").first()).toContainText(
    "How long does a refund take?",
  );
  await menu.getByRole("button", { name: "All keys" }).click();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Text or original page");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await page.keyboard.press("Shift+?");
  await expect(keys).toBeVisible();
});

test("shortcuts open screens, start a chat and open a source, and type letters in a field", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refunds.txt": "A refund takes ten business days." });
  await enter(page, url, company.admin);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByText("Workspaces")).toBeVisible();
  // omits shortcuts of screens the person can't open
  await expect(sheet.getByText("Companies")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.waitForURL("**/reports");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/reports/);
  await page.goto(`${url}/agent-workbench?theme=${id}`);
  const question = page.getByPlaceholder("Type your question here...");
  await question.fill("");
  await question.pressSequentially("gt n1");
  await expect(question).toHaveValue("gt n1");
  await question.fill("How long does a refund take?");
  await question.press("Enter");
  await expect(page.getByText("ten business days").first()).toBeVisible();
  await question.blur();
  await page.keyboard.press("1");
  await expect(page.getByRole("dialog", { name: /Refunds\.txt/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(question).toBeFocused();
  await expect(page.getByText("ten business days")).toHaveCount(0);
});
