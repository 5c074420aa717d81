import { expect, expectAccessible, test } from "./fixtures.ts";

test("the front page's answers work: marks highlight their notes and open the page, arrow keys switch tabs", async ({
  page,
  url,
}) => {
  await page.goto(url);
  const answer = page.getByRole("tabpanel", { name: "An answer" });
  const mark = answer.getByRole("button", { name: "Source 2" });
  await mark.hover();
  await expect(answer.locator(".note[data-source='2']")).toHaveAttribute("data-lit");
  await expect(answer.locator(".words[data-source='1']")).not.toHaveAttribute("data-lit");
  await mark.click();
  const turned = answer.getByRole("region", { name: "Stride Installment Plan Policy.pdf" });
  await expect(turned).toBeFocused();
  await expect(turned.getByRole("img")).toBeVisible();
  await expect
    .poll(() => turned.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(900);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(turned).toHaveCount(0);
  await expect(mark).toBeFocused();

  await page.getByRole("tab", { name: "An answer" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tabpanel")).toContainText("The documents do not answer this");
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  const differing = page.getByRole("tabpanel", { name: "Documents disagree" });
  await expect(differing).toContainText("Your documents disagree");
  await differing.getByRole("button", { name: "Source 2" }).last().click();
  await expect(differing.getByRole("region")).toContainText("a late fee of $25");
  await expectAccessible(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
  }
});

test("every picture of the public pages loads, and has a description", async ({ page, url }) => {
  for (const path of ["/", "/learn-more"]) {
    await page.goto(url + path);
    const broken = await page.evaluate(async () => {
      const images = [...document.querySelectorAll("img")];
      for (const image of images) image.loading = "eager";
      await Promise.allSettled(images.map((image) => image.decode()));
      return images.filter((image) => image.naturalWidth === 0 || image.alt === "").map(({ src }) => src);
    });
    expect(broken).toEqual([]);
    await expectAccessible(page);
  }
});
