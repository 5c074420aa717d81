import { readFileSync } from "node:fs";
import { ask } from "#contract/answering/answers.ts";
import { createCompany } from "#contract/identity/companies.ts";
import { admin, enter, expect, expectAccessible, test } from "./fixtures.ts";

const name = "returns-and-refunds-policy.pdf";

test("a printed record names the company, the day and the files' hashes, with every passage and picture", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Printed pages", { [name]: readFileSync(`seed/demo/documents/${name}`) });
  const userQuery = "What is the restocking fee for opened laptops?";
  await api(ask, { themeId: id, userQuery, sessionId: "s" });
  await enter(page, url, company.admin, "/admin?tab=interactions");
  await page.getByRole("button", { name: /^View details/ }).click();
  const record = page.getByRole("dialog", { name: /^Interaction/ });
  await expect(record.getByText(/SHA-256/)).toBeHidden();
  await expectAccessible(page);
  const passages = record.locator("details");
  await expect(passages.first()).not.toHaveAttribute("open");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(record.getByText(/record\s\d+\s· printed/)).toBeVisible();
  for (const passage of await passages.all()) await expect(passage).toHaveAttribute("open");
  await expect(record.getByText(/^[0-9a-f]{64}$/)).toHaveCount(1);
  await expect(record.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(record.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(record.getByRole("button", { name: /^Review/ })).toBeHidden();
  await expect
    .poll(() =>
      record
        .getByRole("img", { name: /restocking|Restocking/ })
        .evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth)),
    )
    .not.toContain(0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
});

test("deleting a company requires typing its name, and the question lists its dependents", async ({
  page,
  url,
  api,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await api(createCompany, { name: `Closing ${mark}` });
  await enter(page, url, admin, `/companies?q=${mark}`);
  await page.getByRole("button", { name: `Delete Closing ${mark}` }).click();
  const dialog = page.getByRole("dialog", { name: "Are you sure you want to delete this company?" });
  await expect(dialog).toContainText("0 workspaces");
  await expect(dialog).toContainText("0 active users");
  const remove = dialog.getByRole("button", { name: "Delete" });
  await expect(remove).toBeDisabled();
  await dialog.getByLabel(/^Type/).fill(`Closing ${mark}`);
  await expectAccessible(page);
  await remove.click();
  await expect(page.getByText("Company deleted successfully")).toBeVisible();
  await expect(page.getByRole("article", { name: `Closing ${mark}` })).toHaveCount(0);
});
