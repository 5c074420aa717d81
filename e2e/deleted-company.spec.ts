import { createCompany, deleteCompany } from "#contract/identity/companies.ts";
import { admin, enter, expect, expectAccessible, test } from "./fixtures.ts";

/** More than the choice lists at once. */
const many = 60;

test("a deleted company's record can be chosen, and two companies of the same name can be told apart", async ({
  page,
  url,
  api,
}) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const [one, other, gone] = [
    await api(createCompany, { name: `Twin ${mark}` }),
    await api(createCompany, { name: `Twin ${mark}` }),
    await api(createCompany, { name: `Gone ${mark}` }),
  ];
  await api(deleteCompany, { id: gone.id });
  // a few companies are a native list: of this many, the choice is a field to search in, whatever other stories made
  await Promise.all(
    Array.from({ length: many }, (_, n) => api(createCompany, { name: `Other ${mark} ${n}` })),
  );
  await enter(page, url, admin, "/companies");
  const choice = page.getByRole("combobox", { name: "Company", exact: true });
  const options = page.getByRole("listbox", { name: "Company" }).getByRole("option");
  await expect(choice).toHaveValue("All Companies");
  await choice.fill(`Twin ${mark}`);
  await expect(options).toHaveCount(2);
  for (const { id } of [one, other])
    await expect(options.filter({ hasText: `Twin ${mark} #${id}` })).toBeVisible();
  await choice.fill(`Gone ${mark}`);
  await expect(page.getByText("No matches")).toBeVisible();

  await page.goto(`${url}/admin?tab=interactions`);
  await expect(choice).toHaveValue("All Companies");
  await choice.fill(`Gone ${mark}`);
  await options.filter({ hasText: `Gone ${mark} (deleted)` }).click();
  await expect(page).toHaveURL(new RegExp(`companyId=${gone.id}`));
  await expect(page.getByLabel("Search questions")).toBeVisible();
  await expect(page.getByText("Nobody has asked anything yet.")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByText(`Gone ${mark} (deleted) ·`)).toBeVisible();
  // only its record is left
  await page.getByRole("link", { name: "Themes", exact: true }).click();
  await expect(page).toHaveURL(/\/themes$/);
  for (const work of ["workspaces", "themes", "agent-workbench", "help"]) {
    await page.goto(`${url}/${work}?companyId=${gone.id}`);
    await expect(page.getByRole("heading", { name: "This company was deleted" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^(Create|Add)/ })).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Open its record" }).click();
  await expect(page).toHaveURL(new RegExp(`/record\\?companyId=${gone.id}`));
});
