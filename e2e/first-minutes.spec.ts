import { listUsers } from "#contract/identity/users.ts";
import { listWorkspaces } from "#contract/identity/workspaces.ts";
import { send } from "#testing/call.ts";
import { login } from "#contract/identity/sessions.ts";
import { admin, enter, expect, expectAccessible, invite, signIn, test } from "./fixtures.ts";

const rows = <Row>(answer: Row[] | { rows: Row[] }) => (Array.isArray(answer) ? answer : answer.rows);

test("a new company opens with three steps, which tick as its workspace, people and theme appear", async ({
  page,
  context,
  url,
  api,
}) => {
  const name = `Nordhavn ${crypto.randomUUID().slice(0, 6)}`;
  await enter(page, url, admin, "/companies");
  await page.getByRole("button", { name: "Add Company" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/company=\d+/);
  const companyId = Number(new URL(page.url()).searchParams.get("company"));
  const steps = page.getByRole("region", { name: "First steps" }).getByRole("listitem");
  await expect(steps).toHaveCount(3);
  await expect(steps.filter({ hasText: "(done)" })).toHaveCount(0);
  // a theme needs a workspace
  await expect(page.getByRole("link", { name: "Create Theme" })).toHaveCount(0);
  await expectAccessible(page);

  // the invitation alone does the first two: by keyboard, with addresses twice, incomplete and with names
  await page.getByRole("button", { name: "Invite People" }).press("Enter");
  const sendButton = dialog.getByRole("button", { name: "Send Invitation" });
  const mark = crypto.randomUUID().slice(0, 8);
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await page.keyboard.insertText(
    `Ida Holm <ida-${mark}@example.com>, per-${mark}@example.com\nPER-${mark}@example.com; eve@ ${admin.email}`,
  );
  await expect(dialog.getByText("eve@ is no full address and will not be invited.")).toBeVisible();
  await expect(
    dialog.getByText(`per-${mark}@example.com stands there more than once and will be invited once.`),
  ).toBeVisible();
  await expect(dialog.getByLabel(`First name of ida-${mark}@example.com`)).toHaveValue("Ida");
  await dialog.getByLabel(`First name of per-${mark}@example.com`).fill("Per");
  await expect(sendButton).toBeDisabled();
  await dialog.getByLabel("Name of the new workspace").fill("Claims");
  await expectAccessible(page);
  await sendButton.press("Enter");
  const result = page.getByRole("dialog", { name: "2 users invited" });
  await expect(result.getByText("Temporary password", { exact: true })).toHaveCount(2);
  // what the person needs, in one piece
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await result
    .getByRole("button", { name: `Copy the address and temporary password of per-${mark}` })
    .click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^Sign in at: ${url}/login\nEmail: per-${mark}@example.com\nTemporary password: \\S+$`),
  );
  const refused = result.getByRole("region", { name: "Not invited" }).getByRole("listitem");
  await expect(refused).toHaveText([
    `${admin.email}: A user with this email already exists.`,
    "eve@: This is not a full address.",
  ]);
  await expectAccessible(page);
  await result.getByRole("button", { name: "Done" }).press("Enter");
  await expect(steps.filter({ hasText: "(done)" })).toHaveText([/workspace/, /people/]);
  expect(rows(await api(listWorkspaces, { companyId })).map((workspace) => workspace.name)).toEqual([
    "Claims",
  ]);
  const people = rows(await api(listUsers, { companyId, page: 1, sort: "user" }));
  expect(people.map((person) => [person.firstName, person.lastName, person.workspaceNames])).toEqual([
    ["Ida", "Holm", ["Claims"]],
    ["Per", "", ["Claims"]],
  ]);

  await page.getByRole("link", { name: "Create Theme" }).click();
  const editor = page.getByRole("dialog", { name: "Create Theme" });
  await editor.getByLabel("Theme name").fill("Water damage");
  await editor.getByRole("combobox", { name: "Workspace" }).click();
  await page.getByRole("option", { name: "Claims" }).click();
  await editor.getByRole("button", { name: "Next: add documents" }).click();
  await expect(page).toHaveURL(/theme=\d+/);
  // without reloading: the steps follow what exists
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("1 theme", { exact: true })).toBeVisible();
  await expect(steps.filter({ hasText: "(done)" })).toHaveCount(3);
  // complete: they have done their work
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);
});

test("an invitation that fails as a whole stays open with its addresses", async ({ page, url, company }) => {
  await enter(page, url, admin, `/companies?company=${company.companyId}`);
  await page.getByRole("button", { name: "Invite User" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite User" });
  await dialog.getByLabel("Email").fill(company.admin.email);
  await dialog.getByRole("button", { name: "New workspace" }).click();
  await dialog.getByLabel("Name of the new workspace").fill("Second");
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expect(dialog.getByText("A user with this email already exists.")).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue(company.admin.email);
  // the workspace exists by now: another try doesn't make a second one
  await expect(dialog.getByRole("combobox", { name: "Workspace" })).toHaveValue("Second");
  await dialog
    .getByLabel("Email")
    .fill(Array.from({ length: 51 }, (_, n) => `somebody-${n}@example.com`).join(" "));
  await expect(dialog.getByText("Invite at most 50 people at once; these are 51.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send Invitation" })).toBeDisabled();
});

test("a person without a name is asked for it at the first sign-in, and can change it later", async ({
  page,
  url,
  api,
  company,
}) => {
  const invited = await invite(api, company, { role: "agent" });
  await signIn(page, url, invited);
  await page.waitForURL("**/change-password");
  await page.getByLabel("New password", { exact: true }).fill("seven green bottles");
  await page.getByLabel("Confirm new password").fill("seven green bottles");
  await page.getByRole("button", { name: "Change password" }).click();
  const terms = page.getByRole("dialog", { name: "Welcome to Footnote" });
  await terms.getByLabel("First name").fill("Maya");
  await terms.getByLabel("Last name").fill("Lind");
  await expectAccessible(page);
  for (const box of await terms.getByRole("checkbox").all()) await box.check();
  await terms.getByRole("button", { name: "Accept & Continue" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).getByText("Maya Lind")).toBeVisible();
  await page.goto(`${url}/account`);
  const save = page.getByRole("button", { name: "Save name" });
  await expect(save).toBeDisabled();
  await page.getByLabel("Last name").fill("Berg");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your name was saved")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByText("Maya Berg")).toBeVisible();
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  const { user } = await send(url, null, login, { email: invited.email, password: "seven green bottles" });
  expect([user.firstName, user.lastName]).toEqual(["Maya", "Berg"]);
});
