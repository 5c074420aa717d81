import { admin, enter, expect, expectAccessible, test } from "./fixtures.ts";

test("on a phone a person takes two lines, and a tap opens the rest", async ({ page, url, company }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, url, company.admin, "/admin?tab=users");
  const row = page.getByRole("row", { name: /Maria Rossi/ });
  await expect(row.getByText("Workspace Admin")).toBeVisible();
  await expect(row.getByText("Active")).toBeVisible();
  await expect(row.getByText("Contact Center")).toBeHidden();
  expect((await row.boundingBox())?.height).toBeLessThan(120);
  await row.getByRole("button", { name: "More" }).click();
  await expect(row.getByText("Contact Center")).toBeVisible();
  await expect(row.getByRole("button", { name: /^Edit maria/ })).toBeVisible();
  await expectAccessible(page);
});

test("the inviter knows in advance how the password is delivered, and a taken address is reported at its field", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New User" });
  await expect(dialog.getByText("No mail server is set up: you'll see the password here")).toBeVisible();
  await dialog.getByLabel("Email").fill(company.admin.email);
  await dialog.getByRole("checkbox", { name: "Contact Center" }).check();
  await dialog.getByRole("button", { name: "Add User" }).click();
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(
    "A user with this email already exists.",
  );
  await expectAccessible(page);
});

test("a screen that asks for a company has a single company picker", async ({ page, url, company }) => {
  await enter(page, url, admin, "/companies");
  await expect(page.getByLabel("Company", { exact: true })).toBeVisible();
  for (const [path, label] of [
    ["workspaces", "Select a company"],
    ["reports", "Company of the report"],
    ["record", "Company of the record"],
  ] as const) {
    await page.goto(`${url}/${path}?companyId=${company.companyId}`);
    await expect(page.getByLabel(label)).toBeVisible();
    await expect(page.getByLabel("Company", { exact: true })).toHaveCount(0);
  }

  // a company's own page is that company's, and so is what is opened from it
  await page.goto(`${url}/companies?company=${company.companyId}`);
  const picker = page.getByLabel("Company", { exact: true });
  await expect(picker).toHaveValue(String(company.companyId));
  await expect(page.getByRole("link", { name: "Themes", exact: true })).toHaveAttribute(
    "href",
    `/themes?companyId=${company.companyId}`,
  );
  await picker.selectOption("All Companies");
  await expect(page.getByRole("heading", { level: 1, name: "Companies" })).toBeVisible();
});
