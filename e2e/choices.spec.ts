import type { Page } from "@playwright/test";
import { enter, expect, expectAccessible, expectContrast, test } from "./fixtures.ts";

test("an open picker is announced with its field and never clipped, on a phone and in a dialog", async ({
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
  await edit.getByText("AI model, once a key is stored").click();
  await edit.getByRole("combobox", { name: "When the AI model cannot answer" }).click();
  // in the dialog, or a screen reader confined to it never finds the options
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

/** The lowest contrast between a visible field's edge and its background (WCAG 1.4.11: 3). */
function faintestEdge(page: Page): Promise<number> {
  return page.evaluate(() => {
    const lightness = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratios = [...document.querySelectorAll(".mantine-Input-input, [type=radio], [type=checkbox]")]
      .filter(
        (field) =>
          field.checkVisibility({ opacityProperty: true }) && !field.matches("[role=switch], :checked"),
      )
      .map((field) => {
        const { borderTopColor, backgroundColor } = getComputedStyle(field);
        const [edge, ground] = [lightness(borderTopColor), lightness(backgroundColor)];
        return (Math.max(edge, ground) + 0.05) / (Math.min(edge, ground) + 0.05);
      });
    return Math.min(...ratios);
  });
}

test("in light and dark mode every field's edge is visible, and the active option is readable", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds");
  await enter(page, url, company.admin);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${url}/themes`);
    await page.getByRole("button", { name: "Edit Refunds" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Theme" });
    await expect(edit.getByLabel("Theme name")).toBeVisible();
    expect(await faintestEdge(page), colorScheme).toBeGreaterThanOrEqual(3);
    await edit.getByText("AI model, once a key is stored").click();
    await edit.getByRole("combobox", { name: "When the AI model cannot answer" }).click();
    await page.keyboard.press("ArrowDown");
    await expect(edit.locator("[data-combobox-selected]")).toBeVisible();
    await expectContrast(page);
  }
});
