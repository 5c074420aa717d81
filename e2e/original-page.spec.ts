import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { askAtWorkbench, enter, expect, expectAccessible, test } from "./fixtures.ts";

const name = "returns-and-refunds-policy.pdf";

const policy = () => new Uint8Array(readFileSync(`seed/demo/documents/${name}`));

/** Asks at the workbench and opens the original page of the first source. */
async function openOriginal(page: Page): Promise<Locator> {
  await page.getByRole("link", { name: "Agent Workbench" }).click();
  const question = page.getByPlaceholder("Type your question here...");
  await question.fill("How do I identify a caller who wants to change the delivery address?");
  await question.press("Enter");
  await page.getByRole("button", { name: "Source 1" }).first().click();
  const source = page.getByRole("dialog", { name });
  await source.getByText("Original page").click();
  return source;
}

test("a cited page is rendered as printed, with the cited words marked", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Printed pages", { [name]: policy() });
  await enter(page, url, company.admin);
  const source = await openOriginal(page);
  await expect(source.getByText("Page 6 of")).toBeVisible();
  await expect(source.getByTestId("cited-words").first()).toBeInViewport();
  const canvas = source.locator("canvas");
  await expect(canvas).toBeVisible();
  // rendered, not blank: the sheet has several gray values
  const inks = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext("2d")?.getImageData(0, 0, element.width, element.height) ?? {
      data: [],
    };
    return new Set(data.filter((_, index) => index % 4 === 0)).size;
  });
  expect(inks).toBeGreaterThan(10);
  // the boxes cover the words of the quote
  const words = await source.evaluate((dialog) => {
    const boxes = [...dialog.querySelectorAll("[data-testid=cited-words]")].map((mark) =>
      mark.getBoundingClientRect(),
    );
    return [...dialog.querySelectorAll(".textLayer span")]
      .filter((span) => {
        const at = span.getBoundingClientRect();
        const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
        return boxes.some(
          (box) => middle.x > box.left && middle.x < box.right && middle.y > box.top && middle.y < box.bottom,
        );
      })
      .map((span) => span.textContent)
      .join("");
  });
  expect(words.replace(/\s/g, "")).toContain("changethedeliveryaddressorthee-mailaddress");
  // the quote ends mid-line: its period is marked, the space after it is not
  const ends = await source.evaluate((dialog) => {
    const sheet = dialog.querySelector("canvas");
    const drawn = sheet?.getContext("2d");
    const last = [...dialog.querySelectorAll("[data-testid=cited-words]")].at(-1);
    if (!sheet || !drawn || !last) return null;
    const at = sheet.getBoundingClientRect();
    const mark = last.getBoundingClientRect();
    const sharpness = sheet.width / at.width;
    const isInked = (from: number, to: number) => {
      const left = (mark.right + from - at.x) * sharpness;
      const top = (mark.y - at.y) * sharpness;
      const { data } = drawn.getImageData(left, top, (to - from) * sharpness, (mark.height - 2) * sharpness);
      return data.some((value, index) => index % 4 === 0 && value < 128);
    };
    return { before: isInked(-4, 0), after: isInked(0.5, 2.5) };
  });
  expect(ends).toEqual({ before: true, after: false });
  await expectAccessible(page);

  await source.getByRole("region", { name: /Original page/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(source.getByText("Page 7 of")).toBeVisible();
  await expect(source.getByTestId("cited-words")).toHaveCount(0);
  await source.getByRole("button", { name: "Previous page" }).click();
  await expect(source.getByTestId("cited-words").first()).toBeVisible();

  // a phone shows the column of the cited words, larger than a whole page would be
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(source.getByTestId("cited-words").first()).toBeVisible();
  const larger = () =>
    source
      .getByRole("region", { name: /Original page/ })
      .evaluate((desk) => desk.scrollWidth / desk.clientWidth);
  await expect.poll(larger).toBeGreaterThan(1.15);
  // a phone rotated, and rotated back
  for (const turned of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(turned);
    await expect(source.getByTestId("cited-words").first()).toBeInViewport({ ratio: 1 });
  }
  await source.getByText("Text", { exact: true }).click();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(source.locator("mark")).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(source.locator("mark")).toBeInViewport();
  await source.getByText("Original page").click();
  await expect(source.getByTestId("cited-words").first()).toBeInViewport();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  // measure colors on a frame that shows them
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expectAccessible(page);
});

test("cited words at the foot of a page are visible beside the answer, and so is the button that closes it", async ({
  page,
  url,
  company,
  theme,
}) => {
  const filler = Array.from({ length: 40 }, (_, n) => `Rule ${n + 1} is about parcels of size ${n + 1}.`);
  const lines = [...filler, "A cracked display is repaired for 99 dollars."];
  await theme("Long page", {
    "Long page.pdf": new Uint8Array(buildPdf([lines.map((text, n) => line(72, 740 - n * 16, text))])),
  });
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, "What does the repair of a cracked display cost?");
  await page.getByRole("button", { name: "Source 1" }).first().click();
  const source = page.getByRole("dialog", { name: "Long page.pdf" });
  await expect(source.getByTestId("cited-words").first()).toBeInViewport();
  await expect(source.getByRole("button", { name: "Close the source" })).toBeInViewport({ ratio: 1 });
});

test("an original that can't be rendered is reported, and its text is shown", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Printed pages", { [name]: policy() });
  await page.route("**/api/documents/*/file*", (route) =>
    route.fulfill({ body: "%PDF-1.7\nnothing that can be drawn", contentType: "application/pdf" }),
  );
  await enter(page, url, company.admin);
  const source = await openOriginal(page);
  await expect(
    source.getByText("The original page could not be shown here. This is its text."),
  ).toBeVisible();
  await expect(source.locator("mark")).toContainText("If the caller wants to change the delivery address");
});
