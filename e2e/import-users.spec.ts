import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("an administrator checks a list of users, sees its errors, and invites the rest", async ({
  page,
  url,
  company,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import Users" });
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download Template" }).click(),
  ]);
  expect(template.suggestedFilename()).toBe("users-template.csv");

  const choose = (lines: string[]) =>
    dialog.locator("input[type=file]").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Email,First Name,Last Name,Role,Workspaces", ...lines].join("\n")),
    });
  await choose(["only a header is not enough"]);
  await expect(dialog.getByText("0 of 1 line would be invited")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Invite Users" })).toBeDisabled();

  await choose([
    `ada-${mark}@example.com,Ada,Byron,Agent,Contact Center`,
    `grace-${mark}@example.com,Grace,Hopper,Workspace Admin,Contact Center`,
    `${company.admin.email},,,Agent,Contact Center`,
    `kurt-${mark}@example.com,Kurt,,Agent,Nowhere`,
  ]);
  await expect(
    dialog.getByText("2 of 4 lines would be invited, 2 would be left out. Nothing has been changed yet."),
  ).toBeVisible();
  await expect(dialog.getByText("A user with this email already exists.")).toBeVisible();
  await expect(dialog.getByText("There is no workspace 'Nowhere'.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Invite 2 Users" }).click();
  await expect(dialog.getByText("2 users were invited.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  const table = page.getByRole("table", { name: "Users" });
  await expect(table).toContainText("Ada Byron");
  await expect(table).toContainText("Grace Hopper");
  await expect(table).not.toContainText("Kurt");
});
