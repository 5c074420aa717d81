import { getCompany } from "#contract/identity/companies.ts";
import { admin, arrive, enter, expect, expectAccessible, invite, test } from "./fixtures.ts";

test("a person becomes a super admin once the address is typed, and then a company user again", async ({
  page,
  url,
  api,
  company,
}) => {
  const grace = await invite(api, company, { role: "agent", firstName: "Grace" });
  await arrive(url, grace);
  await enter(page, url, admin, "/companies");
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  const save = dialog.getByRole("button", { name: "Save Changes" });
  const edit = async () => {
    await page.goto(`${url}/admin?tab=users&q=${grace.email}`);
    await page.getByRole("button", { name: `Edit ${grace.email}` }).click();
  };
  const row = page.getByRole("row", { name: grace.email });

  await edit();
  await dialog.getByLabel("Role").selectOption("super_admin");
  await expect(save).toBeDisabled();
  await dialog.getByLabel(`Type ${grace.email} to confirm`).fill("grace@example.com");
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel(`Type ${grace.email} to confirm`).fill(grace.email);
  await save.click();
  await expect(row.getByRole("cell", { name: "Super Admin", exact: true })).toBeVisible();

  await edit();
  await dialog.getByLabel("Role").selectOption("workspace_admin");
  await expect(save).toBeDisabled();
  const { name } = await api(getCompany, { id: company.companyId });
  const field = dialog.getByPlaceholder("Select a company");
  await field.click();
  // other tests create companies too: a long list is searched, a short one is not
  if (await field.isEditable()) await field.fill(name);
  await page.getByRole("listbox").getByRole("option", { name }).click();
  await dialog.getByLabel("Contact Center").check();
  await expectAccessible(page);
  await save.click();
  await expect(row.getByRole("cell", { name: "Workspace Admin", exact: true })).toBeVisible();
  await expect(row.getByRole("cell", { name })).toBeVisible();
  await expect(row.getByRole("cell", { name: "Contact Center" })).toBeVisible();
});
