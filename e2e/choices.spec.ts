import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("an opened choice is read with its field and cut off by nothing, on a phone and in a dialog", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds");
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Edit Refunds" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  await edit.getByRole("combobox", { name: "When the AI model cannot answer" }).click();
  // in the dialog, or a reader that keeps to it never finds the options
  const last = edit.getByRole("option").last();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await last.click();
  await expect(edit.getByRole("listbox")).toHaveCount(0);

  await page.goto(`${url}/admin?tab=interactions`);
  await page.getByRole("button", { name: "Filters" }).click();
  for (const name of ["Person", "Tag"]) {
    await page.getByRole("combobox", { name }).click();
    if (name === "Person") await expect(page.getByRole("main").getByRole("option")).not.toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
});
