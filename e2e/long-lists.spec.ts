import { createCompany } from "#contract/identity/companies.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { admin, enter, expect, expectAccessible, test } from "./fixtures.ts";

/** More than a picker shows at once (50), and more than two pages of cards (24 each). */
const many = 60;
const two = (number: number) => String(number).padStart(2, "0");

test("among many companies the current one is found by typing, by keyboard alone, and stays named", async ({
  page,
  url,
  api,
}) => {
  // letters only: digits would also match the companies' numbers
  const mark = crypto
    .randomUUID()
    .replaceAll(/[^a-f]/g, "")
    .slice(0, 6);
  await Promise.all(
    Array.from({ length: many }, (_, n) => api(createCompany, { name: `Zeta ${mark} ${two(n)}` })),
  );
  await enter(page, url, admin, "/companies");
  const company = page.getByRole("combobox", { name: "Company", exact: true });
  await expect(company).toHaveValue("All Companies");
  await company.focus();
  const list = page.getByRole("listbox", { name: "Company" });
  await expect(list.getByRole("option").last()).toHaveText(/more: type to find them$/);
  await expectAccessible(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(`57 ${mark}`);
  await expect(list.getByRole("option")).toHaveText([`Zeta ${mark} 57`]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/companyId=\d+/);
  await expect(company).toHaveValue(`Zeta ${mark} 57`);
  await page.goto(page.url().replace("/companies", "/themes"));
  await expect(company).toHaveValue(`Zeta ${mark} 57`);
  await company.click();
  await list.getByRole("option", { name: "All Companies" }).click();
  await expect(page).not.toHaveURL(/companyId/);

  await page.goto(`${url}/companies`);
  const search = page.getByLabel("Search companies");
  await search.fill(mark);
  await page.getByLabel("Order of companies").selectOption("By name");
  await expect(page.getByText(`Showing 1 to 24 of ${many} results`)).toBeVisible();
  await expect(page.getByRole("article").first()).toHaveAccessibleName(`Zeta ${mark} 00`);
  // the search and the order have both loaded
  await expect(page).toHaveURL(/q=/);
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.locator("[aria-busy]")).toHaveCount(0);
  // a page pressed before typing has settled belongs to its results
  await search.fill(`Zeta ${mark}`);
  await page.getByRole("button", { name: "Page 3" }).click();
  await expect(page).toHaveURL(/q=Zeta.*page=3|page=3.*q=Zeta/);
  await expect(page.getByRole("article")).toHaveCount(12);
  // repeating the same words doesn't start a new search
  await search.pressSequentially("x");
  await search.press("Backspace");
  // longer than the search's debounce
  await page.waitForTimeout(600);
  await expect(page).toHaveURL(/page=3/);
  await page.getByRole("button", { name: `Zeta ${mark} 59`, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Zeta ${mark} 59` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article").last()).toHaveAccessibleName(`Zeta ${mark} 59`);
});

test("the last of many workspaces and themes is listed, found and chosen like the first", async ({
  page,
  url,
  api,
  company,
}) => {
  const { companyId, workspaceId } = company;
  await Promise.all(
    Array.from({ length: many }, async (_, n) => {
      await api(createWorkspace, { name: `Branch ${two(n)}`, companyId });
      await api(createTheme, { name: `Fees ${two(n)}`, workspaceId });
    }),
  );
  await api(importUsers, {
    companyId,
    dryRun: false,
    csv: [
      "Email,First Name,Last Name,Role,Workspaces",
      ...Array.from(
        { length: many },
        (_, n) => `zoe-${two(n)}@${companyId}.example,Zoë,${two(n)},Agent,Branch 59`,
      ),
    ].join("\n"),
  });
  await enter(page, url, company.admin);
  await page.getByLabel("Order of themes").selectOption("By name");
  await page.getByRole("button", { name: "Page 3" }).click();
  await page.getByText("Cards", { exact: true }).click();
  const card = page.getByRole("article", { name: "Fees 59" });
  await card.getByRole("button", { name: "Assign", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Workspace" }).fill("58");
  await page.getByRole("option", { name: "Branch 58" }).click();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(card.getByText("Branch 58")).toBeVisible();
  await card.getByRole("button", { name: "Edit Fees 59" }).click();
  const workspace = dialog.getByRole("combobox", { name: "Workspace" });
  // the dialog moves the focus once it has opened; leaving a choice ends its search
  await expect(dialog.getByLabel("Theme name")).toBeFocused();
  await workspace.fill("branch 59");
  await page.getByRole("option", { name: "Branch 59" }).click();
  await dialog.getByRole("button", { name: "Update Theme" }).click();
  await expect(page.getByText("Theme updated successfully")).toBeVisible();
  await card.getByRole("button", { name: "Edit Fees 59" }).click();
  await expect(workspace).toHaveValue("Branch 59");

  // people of the home workspace can ask by name only: the last one is found on the second page, stays there when assigned, and comes first from then on
  await dialog.getByRole("tab", { name: "Agents" }).click();
  const agents = dialog.getByRole("list", { name: "Agents" }).getByRole("listitem");
  await dialog.getByRole("button", { name: `Show more (50 of ${many})` }).click();
  await expect(agents).toHaveCount(many);
  await agents.last().getByLabel("Zoë 59 can ask this theme").press("Space");
  await expect(page.getByText("Agent assigned to theme")).toBeVisible();
  await expect(agents.last()).toContainText("Zoë 59");
  await dialog.getByRole("tab", { name: "General" }).click();
  await dialog.getByRole("tab", { name: "Agents" }).click();
  await expect(agents.first()).toContainText("Zoë 59");
  await dialog.getByLabel("Search agents").fill("zoë 58");
  await expect(agents).toHaveCount(1);
  await page.keyboard.press("Escape");

  await page.goto(`${url}/workspaces?q=branch&sort=name&page=3`);
  await expect(page.getByRole("article")).toHaveCount(12);
  await page.getByRole("button", { name: "Edit Branch 59" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Branch 59");
  await expectAccessible(page);

  await page.goto(`${url}/admin?tab=users`);
  await page.getByRole("button", { name: "Add User" }).click();
  await expect(dialog.getByText("11 more: search to find them")).toBeVisible();
  await dialog.getByLabel("Search workspaces").fill("branch 57");
  await dialog.getByRole("checkbox", { name: "Branch 57" }).check();
  await dialog.getByLabel("Search workspaces").fill("");
  await expect(dialog.getByRole("checkbox", { name: "Branch 57 Primary" })).toBeChecked();

  await api(createTheme, { name: "Guarantees", workspaceId });
  await page.goto(`${url}/agent-workbench`);
  const theme = page.getByRole("combobox", { name: "Theme" });
  // the first by name is the default; finding and choosing another leaves its name there
  await expect(theme).toHaveValue("Fees 00");
  await theme.fill("guarant");
  await page.getByRole("option", { name: "Guarantees Smart" }).click();
  await expect(theme).toHaveValue("Guarantees");
  await theme.fill("fees 59");
  await page.getByRole("option", { name: "Fees 59 Smart" }).click();
  await expect(page).toHaveURL(/theme=\d+/);
  await expect(theme).toHaveValue("Fees 59");
  await page.reload();
  await expect(theme).toHaveValue("Fees 59");
});

test("years of a person's own questions are available, fifty at a time", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds");
  await page.route("**/api/chat/history?*", (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get("before") ?? many + 1);
    const ids = Array.from({ length: many }, (_, n) => many - n).filter((id) => id < before);
    const json = ids.slice(0, 50).map((id) => ({
      interactionId: id,
      themeName: "Refunds",
      userQuery: `Question ${two(id)}`,
      createdAt: "2026-01-01T00:00:00.000Z",
      outcome: "answered",
      correction: null,
    }));
    return route.fulfill({ json });
  });
  await enter(page, url, company.admin, "/agent-workbench");
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  const panel = page.getByRole("dialog", { name: "Your earlier questions" });
  await expect(panel.getByRole("listitem")).toHaveCount(50);
  await panel.getByRole("button", { name: "Show older questions" }).click();
  await expect(panel.getByRole("listitem")).toHaveCount(many);
  await expect(panel.getByRole("listitem").last()).toContainText("Question 01");
  await expect(panel.getByRole("button", { name: "Show older questions" })).toHaveCount(0);
});

test("a long report lists its agents in pages, and its file and printout list all of them", async ({
  page,
  url,
  company,
}) => {
  await page.route("**/api/reports/chat-interactions?*", async (route) => {
    const response = await route.fetch();
    const report = (await response.json()) as object;
    const interactionsByUser = Array.from({ length: many }, (_, n) => ({
      userId: n + 1,
      name: `Agent ${n}`,
      email: `agent-${two(n)}@example.com`,
      role: "agent",
      count: many - n,
      rating: null,
      rated: 0,
      before: 0,
      declined: n % 3,
      trend: [0, 0, 0, 0, 0, 0, many - n],
    }));
    await route.fulfill({ json: { ...report, totalInteractions: many, interactionsByUser } });
  });
  await enter(page, url, company.admin, "/reports?view=agents");
  const rows = page.getByRole("table", { name: "Agents" }).getByRole("row");
  await expect(rows).toHaveCount(26);
  await page.getByRole("button", { name: "Page 3" }).click();
  await expect(rows.last()).toContainText("agent-59@example.com");
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV: Interactions by agent" }).click(),
  ]);
  const text = await (await file.createReadStream()).toArray();
  expect(Buffer.concat(text).toString("utf8").trim().split("\n")).toHaveLength(many + 1);

  // so does the printout; the screen stays at its position
  await page.evaluate(() =>
    addEventListener("beforeprint", () => {
      document.body.dataset.printed = String(document.querySelectorAll("tbody tr").length);
    }),
  );
  await page.pdf();
  expect(await page.evaluate(() => document.body.dataset.printed)).toBe(String(many));
  await expect(rows).toHaveCount(many - 50 + 1);
});
