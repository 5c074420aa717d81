import { readXlsx } from "#reading/extract/sheet/xlsx.ts";
import { ask } from "#contract/answering/answers.ts";
import { deactivateUser, listUsers, updateUser } from "#contract/identity/users.ts";
import {
  assignThemeWorkspace,
  createTheme,
  listThemes,
  listThemeWorkspaces,
  deleteTheme,
} from "#contract/knowledge/themes.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { createCompany, deleteCompany } from "#contract/identity/companies.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { admin, enter, expect, expectAccessible, invite, test } from "./fixtures.ts";

const rows = <Row>(answer: Row[] | { rows: Row[] }) => (Array.isArray(answer) ? answer : answer.rows);
const rules =
  "Vault rules\n\n1. Keys\nVault keys are kept by two people, and lost keys cost 40 dollars each.\n";
const other = "Desk rules\n\n1. Desks\nDesks are cleared at six, and a lost badge costs 15 dollars.\n";

test("several people are deactivated, those who may not be are named, and it can be undone", async ({
  page,
  url,
  api,
  company,
}) => {
  const people = [];
  for (const firstName of ["Ada", "Ben", "Cleo"])
    people.push(await invite(api, company, { role: "agent", firstName }));
  const active = async () =>
    rows(await api(listUsers, { companyId: company.companyId, isActive: "true" }))
      .map((user) => user.firstName)
      .toSorted();
  await enter(page, url, company.admin, "/admin?tab=users");
  const bar = page.getByRole("group", { name: "Selected users" });
  // by keyboard
  await bar.getByRole("checkbox", { name: "Select these 4" }).press("Space");
  await expect(bar.getByText("4 selected")).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Deactivate" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Deactivate 4 users?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Deactivate" }).press("Enter");
  await expect(dialog.getByText("3 users deactivated.")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText([
    "Maria Rossi You don't have permission to do this.",
  ]);
  await expectAccessible(page);
  expect(await active()).toEqual(["Maria"]);
  await dialog.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(dialog.getByText("3 users reactivated.")).toBeVisible();
  expect(await active()).toEqual(["Ada", "Ben", "Cleo", "Maria"]);
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(bar.getByText("selected")).toHaveCount(0);

  // a colleague changed one of them meanwhile: that one is left alone
  const workspace = await api(createWorkspace, { name: "Night shift", companyId: company.companyId });
  for (const firstName of ["ada", "ben"])
    await page.getByRole("checkbox", { name: new RegExp(`^Select ${firstName}-`) }).check();
  const [ada] = people;
  await api(updateUser, { id: ada?.id ?? 0, lastName: "Byron" });
  await bar.getByRole("button", { name: "Add to a workspace" }).click();
  const adding = page.getByRole("dialog", { name: "Add 2 users to a workspace" });
  await adding.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Night shift" }).click();
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(adding.getByText("1 user added to Night shift.")).toBeVisible();
  await expect(adding.getByRole("listitem")).toContainText("changed this in the meantime");
  const members = async () =>
    rows(await api(listUsers, { workspaceId: workspace.id, companyId: company.companyId })).map(
      (user) => user.firstName,
    );
  expect(await members()).toEqual(["Ben"]);
  await adding.getByRole("button", { name: "Undo" }).click();
  await expect(adding.getByText("1 user removed again.")).toBeVisible();
  expect(await members()).toEqual([]);
  await adding.getByRole("button", { name: "Done" }).click();

  await page.getByRole("checkbox", { name: /^Select cleo-/ }).check();
  const file = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export selected" }).click();
  expect((await file).suggestedFilename()).toBe("users.csv");
  const workbook = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Other exports" }).click();
  await page.getByRole("button", { name: "Excel" }).click();
  expect((await workbook).suggestedFilename()).toBe("users.xlsx");
  const bytes = Buffer.concat(await (await (await workbook).createReadStream()).toArray());
  const [sheet] = (await readXlsx(bytes)).pages;
  expect(sheet?.text).toMatch(/cleo-.*Active.*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
});

test("an address is changed from the editor, and a taken one is refused in place", async ({
  page,
  url,
  api,
  company,
}) => {
  const invited = await invite(api, company, { role: "agent", firstName: "Ada" });
  await api(deactivateUser, { id: invited.id });
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: `Edit ${invited.email}` }).click();
  await page.getByRole("button", { name: "Change address" }).click();
  const dialog = page.getByRole("dialog", { name: "Change address" });
  await expect(dialog.getByText(/no longer signs in/)).toBeVisible();
  await dialog.getByLabel("Email").fill(company.admin.email);
  await dialog.getByRole("button", { name: "Change address" }).click();
  await expect(dialog.getByText("A user with this email already exists.")).toBeVisible();
  await expectAccessible(page);
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@elsewhere.example`;
  await dialog.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("cell").getByText(email)).toBeVisible();
});

test("interactions are tagged together, found by the tag, and lose it in the details", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Vaults", { "Vault rules.txt": rules });
  for (const userQuery of ["What do lost keys cost?", "Who keeps vault keys?"])
    await api(ask, { themeId, userQuery, sessionId: crypto.randomUUID() });
  await enter(page, url, company.admin, "/admin?tab=interactions");
  await page.getByRole("button", { name: "Select interactions" }).click();
  const bar = page.getByRole("group", { name: "Selected interactions" });
  await bar.getByRole("checkbox", { name: "Select these 2" }).check();
  await bar.getByRole("button", { name: "Add a tag" }).click();
  const tagging = page.getByRole("dialog", { name: "Add a tag to 2 interactions" });
  await tagging.getByRole("combobox", { name: "Tag" }).fill("Q4 audit");
  await expectAccessible(page);
  await tagging.getByRole("button", { name: "Add tag" }).click();
  await expect(tagging.getByText("2 interactions tagged.")).toBeVisible();
  await tagging.getByRole("button", { name: "Undo" }).click();
  await expect(tagging.getByText("2 interactions without the tag again.")).toBeVisible();
  await tagging.getByRole("button", { name: "Done" }).click();
  const table = page.getByRole("table", { name: "Chat interactions" });
  await expect(table.getByText("Q4 audit")).toHaveCount(0);

  // one of them, in its details and by keyboard
  await page
    .getByRole("button", { name: /^View details/ })
    .first()
    .click();
  const details = page.getByRole("dialog", { name: /^Interaction/ });
  await details.getByRole("combobox", { name: "Tag" }).fill("Training");
  await page.keyboard.press("Enter");
  await expect(details.getByRole("button", { name: "Remove Training" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await expect(table.getByText("Training")).toBeVisible();
  // the other one gets the same, from what colleagues use
  await page
    .getByRole("button", { name: /^View details/ })
    .last()
    .click();
  const field = details.getByRole("combobox", { name: "Tag" });
  await field.fill("train");
  await expect(details.getByRole("option", { name: "Training" })).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(details.getByRole("button", { name: /^Remove / })).toHaveAccessibleName("Remove Training");
  await expect(field).toHaveValue("");
  await details.getByRole("button", { name: "Remove Training" }).click();
  await expect(details.getByRole("button", { name: "Remove Training" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.goto(`${url}/admin?tab=interactions&tag=Training`);
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Select interactions" }).click();
  await expect(bar.getByRole("checkbox", { name: "Select this one" })).toBeVisible();
  await page.getByRole("button", { name: /^View details/ }).click();
  await details.getByRole("button", { name: "Remove Training" }).press("Enter");
  await expect(details.getByRole("combobox", { name: "Tag" })).toBeFocused();
  await expect(details.getByRole("button", { name: "Remove Training" })).toHaveCount(0);
});

test("documents are moved and tagged together; a twin in the other theme stays and is named", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Vaults", { "Vault rules.txt": rules, "Desk rules.txt": other });
  const target = await theme("Desks", { "The same.txt": other });
  await enter(page, url, company.admin, `/themes?theme=${id}&tab=documents`);
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  const bar = edit.getByRole("group", { name: "Selected documents" });
  await bar.getByRole("checkbox", { name: "Select these 2" }).check();
  await bar.getByRole("button", { name: "Add a tag" }).click();
  const tagging = page.getByRole("dialog", { name: "Add a tag to 2 documents" });
  await tagging.getByRole("textbox", { name: "Tag" }).fill("Lost things");
  await tagging.getByRole("button", { name: "Add tag" }).click();
  await expect(tagging.getByText("2 documents tagged.")).toBeVisible();
  await tagging.getByRole("button", { name: "Done" }).click();
  const tags = rows(await api(listDocuments, { id })).map((one) => one.autoGeneratedTags.topicTags);
  for (const topics of tags) expect(topics).toContain("Lost things");

  await bar.getByRole("checkbox", { name: "Select these 2" }).check();
  await bar.getByRole("button", { name: "Move" }).click();
  const moving = page.getByRole("dialog", { name: "Move 2 documents to another theme" });
  await moving.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "Desks" }).click();
  await expectAccessible(page);
  await moving.getByRole("button", { name: "Move", exact: true }).click();
  await expect(moving.getByText("1 document moved to 'Desks'.")).toBeVisible();
  await expect(moving.getByRole("listitem")).toHaveText([
    /Desk rules\.txt.*already in 'Desks', as 'The same\.txt'/,
  ]);
  const names = async (of: number) => rows(await api(listDocuments, { id: of })).map(({ name }) => name);
  expect((await names(target)).toSorted()).toEqual(["The same.txt", "Vault rules.txt"]);
  await moving.getByRole("button", { name: "Undo" }).click();
  await expect(moving.getByText("1 document moved back to 'Vaults'.")).toBeVisible();
  expect((await names(id)).toSorted()).toEqual(["Desk rules.txt", "Vault rules.txt"]);
});

test("themes are assigned, switched off, deleted and restored together, and one is copied", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const one = await theme("Vaults", { "Vault rules.txt": rules });
  const { id: two } = await api(createTheme, { name: "Desks", workspaceId: company.workspaceId });
  const { companyId, workspaceId } = company;
  await api(assignThemeWorkspace, { id: two, workspaceId });
  await enter(page, url, company.admin);
  const bar = page.getByRole("group", { name: "Selected themes" });
  const all = bar.getByRole("checkbox", { name: "Select these 2" });
  await all.check();
  await bar.getByRole("button", { name: "Assign to a workspace" }).click();
  const assigning = page.getByRole("dialog", { name: "Assign 2 themes to a workspace" });
  await assigning.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Contact Center" }).click();
  await assigning.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(
    assigning.getByText("1 theme assigned to Contact Center. 1 theme needed no change."),
  ).toBeVisible();
  await assigning.getByRole("button", { name: "Undo" }).click();
  await expect(assigning.getByText("1 theme removed from it again.")).toBeVisible();
  expect(await api(listThemeWorkspaces, { id: one })).toEqual([]);
  expect(await api(listThemeWorkspaces, { id: two })).toHaveLength(1);
  await assigning.getByRole("button", { name: "Done" }).click();

  await all.check();
  await bar.getByRole("button", { name: "Delete selected" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete 2 themes?" });
  await expect(deleting.getByText(/can be restored within 30 days/)).toBeVisible();
  await deleting.getByRole("button", { name: "Delete" }).click();
  await expect(deleting.getByText("2 themes deleted.")).toBeVisible();
  expect(rows(await api(listThemes, { companyId }))).toEqual([]);
  await deleting.getByRole("button", { name: "Undo" }).click();
  await expect(deleting.getByText("2 themes restored.")).toBeVisible();
  await deleting.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Vaults", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Copy Vaults" }).click();
  const copying = page.getByRole("dialog", { name: "Copy theme" });
  await expect(copying.getByRole("textbox", { name: "Name" })).toHaveValue("Copy of Vaults");
  await copying.getByLabel("Documents (1)").check();
  await expectAccessible(page);
  await copying.getByRole("button", { name: "Copy", exact: true }).click();
  const copied = page.getByRole("dialog", { name: "Theme copied" });
  await expect(copied.getByText(/and 1 document, which are being read/)).toBeVisible();
  await copied.getByRole("button", { name: "Open the copy" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Theme" }).getByLabel("Theme name")).toHaveValue(
    "Copy of Vaults",
  );
});

test("a deleted theme is restored under another name where its own was taken", async ({
  page,
  url,
  api,
  company,
}) => {
  const { workspaceId } = company;
  const { id } = await api(createTheme, { name: "Returns", workspaceId });
  await enter(page, url, company.admin);
  await expect(page.getByRole("button", { name: "Deleted themes" })).toHaveCount(0);
  await page.getByRole("button", { name: "Delete Returns" }).click();
  const confirm = page.getByRole("dialog", { name: /delete this theme/ });
  await expect(confirm.getByText(/restore it within 30 days/)).toBeVisible();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await api(createTheme, { name: "Returns", workspaceId });
  await page.getByRole("button", { name: "Deleted themes" }).click();
  const dialog = page.getByRole("dialog", { name: "Deleted themes" });
  const restore = dialog.getByRole("button", { name: "Restore Returns" });
  await expect(dialog.getByText("Another theme has its name by now.")).toBeVisible();
  await expect(restore).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel("New name").fill("Returns, 2025");
  await restore.click();
  await expect(dialog.getByText("No theme was deleted in the last 30 days.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Returns, 2025", { exact: true })).toBeVisible();

  // taken between opening the list and pressing the button
  await api(deleteTheme, { id });
  await page.reload();
  await page.getByRole("button", { name: "Deleted themes" }).click();
  await expect(restore.or(dialog.getByRole("button", { name: "Restore Returns, 2025" }))).toBeEnabled();
  await api(createTheme, { name: "Returns, 2025", workspaceId });
  await dialog.getByRole("button", { name: "Restore Returns, 2025" }).click();
  await expect(dialog.getByText(/Restore this one under another name/)).toBeVisible();
  await expect(dialog.getByLabel("New name")).toBeVisible();
});

test("a deleted company is restored from the list of companies", async ({ page, url, api }) => {
  const name = `Gone ${crypto.randomUUID().slice(0, 6)}`;
  const { id } = await api(createCompany, { name });
  await api(deleteCompany, { id });
  await api(createCompany, { name });
  await enter(page, url, admin, "/companies");
  await page.getByRole("button", { name: "Deleted companies" }).click();
  const dialog = page.getByRole("dialog", { name: "Deleted companies" });
  await expect(dialog.getByText(/model keys were destroyed/)).toBeVisible();
  await dialog.getByRole("button", { name: `Restore ${name}` }).click();
  await dialog.getByLabel("New name").fill(`${name} again`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: `Restore ${name}` }).click();
  await expect(page.getByText("Company restored")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("article", { name: `${name} again` })).toBeVisible();
});
