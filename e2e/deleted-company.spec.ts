import { createCompany, deleteCompany } from "#contract/companies.ts";
import { admin, expect, expectAccessible, signIn, test } from "./fixtures.ts";

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
  await signIn(page, url, admin);
  await page.waitForURL("**/companies");
  const choice = page.getByRole("combobox", { name: "Company", exact: true });
  await expect(choice.getByRole("option", { name: `Twin ${mark} #${one.id}`, exact: true })).toBeAttached();
  await expect(choice.getByRole("option", { name: `Twin ${mark} #${other.id}`, exact: true })).toBeAttached();
  await expect(choice.getByRole("option", { name: new RegExp(`Gone ${mark}`) })).toHaveCount(0);

  await page.goto(`${url}/admin?tab=interactions`);
  await choice.selectOption({ label: `Gone ${mark} (deleted)` });
  await expect(page).toHaveURL(new RegExp(`companyId=${gone.id}`));
  await expect(page.getByLabel("Search questions")).toBeVisible();
  await expect(page.getByText("Nobody has asked anything yet.")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByText(`Gone ${mark} (deleted) ·`)).toBeVisible();
  // only its record is left
  await page.getByRole("link", { name: "Themes" }).click();
  await expect(page).toHaveURL(/\/themes$/);
});
