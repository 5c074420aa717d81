import type { Page } from "@playwright/test";

const folder = process.env.PICTURES_AT;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** The whole screen, wide and narrow, light and dark, in the folder that PICTURES_AT names; without it, none. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  const before = page.viewportSize();
  for (const size of sizes)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      // what fades in is there
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png`, fullPage: true });
    }
  if (before !== null) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
}
