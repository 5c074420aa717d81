import { readFileSync } from "node:fs";
import { measureShift, resetShift, shiftOf } from "#testing/layout-shift.ts";
import { askAtWorkbench, enter, expect, expectAccessible, test } from "./fixtures.ts";

const name = "returns-and-refunds-policy.pdf";
const question = "How do I identify a caller who wants to change the delivery address?";
const policy = { [name]: readFileSync(`seed/demo/documents/${name}`) };

test("notes appear beside their words, with the supporting page, and nothing moves while the answer arrives", async ({
  page,
  url,
  company,
  theme,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await theme("Printed pages", policy);
  await measureShift(page);
  await enter(page, url, company.admin, `/agent-workbench?theme=${id}`);
  await page.getByPlaceholder("Type your question here...").fill(question);
  // past the half second in which the browser attributes shifts to a key press
  await page.waitForTimeout(600);
  await resetShift(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/quoted word for word/)).toBeVisible();
  const notes = page.getByRole("complementary", { name: "Sources" }).getByRole("listitem");
  const picture = notes.first().getByRole("img", { name: /If the caller wants/ });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  // the quote is not repeated, and a first version is not named
  await expect(notes.first().locator("q")).toHaveCount(0);
  await expect(notes.first()).toContainText(/page\s6\s· 6\. Identification/);
  const apart = await page.evaluate(() => {
    const note = document.querySelector("[data-markers='1']")?.getBoundingClientRect().top ?? 0;
    const words = document.querySelector("[data-carried-by='1']")?.getClientRects()[0]?.top ?? 0;
    return Math.abs(note - words);
  });
  expect(apart).toBeLessThan(12);
  expect(await shiftOf(page)).toBe(0);
  await expectAccessible(page);
});

test("the note of a folded passage shows its page once the fold is open", async ({
  page,
  url,
  company,
  theme,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await theme("Printed pages", policy);
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, "Can I return a laptop?", id);
  const last = page.getByRole("complementary", { name: "Sources" }).getByRole("listitem").last();
  await expect(last).toContainText("returns-and-refunds-policy.pdf");
  await expect(last.locator("img")).toBeHidden();
  await page.getByText("More passages").click();
  await expect(last.locator("img")).toBeVisible();
  await expectAccessible(page);
});

test("a mark previews its page on hover or when tabbed to, and Escape closes it", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Printed pages", { ...policy });
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, question, id);
  await expect(page.getByText(/quoted word for word/)).toBeVisible();
  const mark = page.getByRole("button", { name: "Source 1", exact: true }).first();
  const peek = page.getByRole("tooltip");
  await mark.hover();
  await expect(peek.getByRole("img")).toBeVisible();
  await expect(peek).toContainText("page 6");
  // a pointer can move onto it
  await peek.getByRole("img").hover();
  await page.waitForTimeout(400);
  await expect(peek).toBeVisible();
  await expectAccessible(page);
  await page.mouse.move(5, 5);
  await expect(peek).toHaveCount(0);
  await mark.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(mark).toBeFocused();
  await expect(peek).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(peek).toHaveCount(0);
  await expect(mark).toBeFocused();
  // closing the source returns the focus, and must not cover the answer with a preview
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/source=/);
  await page.keyboard.press("Escape");
  await expect(mark).toBeFocused();
  // longer than a preview takes to open
  await page.waitForTimeout(400);
  await expect(peek).toHaveCount(0);
});
