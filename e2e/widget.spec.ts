import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { createWidgetKey } from "#contract/identity/widget-keys.ts";
import { enter, expect, expectAccessible, expectContrast, test } from "./fixtures.ts";

const policy =
  "Refund Policy\n\n1. Time limits\nA customer may return an unopened product within 30 days of delivery.\n";

/** A website with the widget's line in its page, under a policy that allows no inline style. */
async function website(home: string, key: string) {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; script-src ${home}; frame-src ${home}; style-src 'none'`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><p>Welcome.</p></main><script src="${home}/widget.js" data-key="${key}" async></script></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
    move: (to: string) => (key = to),
  };
}

const widget = (page: Page) => page.frameLocator("footnote-widget iframe");

test("a visitor of another website asks by keyboard alone, reads the source, and closes the widget", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", { "Refund Policy.txt": policy });
  const site = await website(url, "");
  const { widget: made } = await api(createWidgetKey, {
    companyId: company.companyId,
    name: "Shop",
    themeId,
    allowedOrigins: [site.origin],
    visitorQuestionsPerHour: 1,
  });
  site.move(made?.key ?? "");
  await page.goto(site.origin);
  const button = page.getByRole("button", { name: "Ask a question" });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.focus();
  await page.keyboard.press("Enter");
  const frame = widget(page);
  await expect(frame.getByRole("textbox", { name: "Your question" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("Within how many days may an unopened product be returned?");
  await page.keyboard.press("Enter");
  await expect(frame.getByText(/within 30 days of delivery/).first()).toBeVisible();
  await expect(frame.getByText(/^1\. Refund Policy\.txt, /)).toBeVisible();
  await frame.getByRole("link", { name: "Source 1" }).first().press("Enter");
  await expect(frame.getByRole("listitem")).toBeFocused();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectContrast(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  const box = await page.locator("footnote-widget iframe").boundingBox();
  expect([box?.x, box?.y, box?.width]).toEqual([0, 0, 390]);

  await frame.getByRole("textbox", { name: "Your question" }).fill("And an opened one?");
  await frame.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(frame.getByText(/^You have asked as many questions as this page takes/)).toBeVisible();
  await expect(frame.getByRole("textbox", { name: "Your question" })).toHaveValue("And an opened one?");
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  expect(await page.evaluate(() => Object.keys(window).filter((name) => /footnote/i.test(name)))).toEqual([
    "FootnoteWidget",
  ]);
  await site.close();
});

test("a website that the key doesn't allow can't frame the widget, and says so in its place", async ({
  page,
  url,
  api,
  company,
  theme,
  problems,
}) => {
  const themeId = await theme("Refunds", { "Refund Policy.txt": policy });
  const { widget: made } = await api(createWidgetKey, {
    companyId: company.companyId,
    name: "Shop",
    themeId,
    allowedOrigins: ["https://shop.example"],
  });
  const site = await website(url, made?.key ?? "");
  await page.clock.install();
  await page.goto(site.origin);
  await page.getByRole("button", { name: "Ask a question" }).click();
  await expect.poll(() => problems.join(" ")).toContain("frame-ancestors");
  await page.clock.fastForward(20_000);
  await expect(page.getByText("Questions can't be answered on this page at the moment.")).toBeVisible();
  await expect(widget(page).getByRole("textbox")).toHaveCount(0);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Ask a question" })).toBeFocused();
  problems.length = 0;
  await site.close();
});

test("an administrator creates a widget, copies its line and previews it", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": policy });
  await enter(page, url, company.admin, "/admin?tab=connections");
  await page.getByRole("button", { name: "Create widget" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Help pages");
  await dialog.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "Refunds" }).click();
  await dialog.getByRole("textbox", { name: "Websites that show it" }).fill("https://*.example.com");
  await dialog.getByRole("button", { name: "Create widget" }).click();
  await expect(dialog.getByText(/^Enter one exact address without a path/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Websites that show it" }).fill("https://www.example.com");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create widget" }).click();
  await expect(page.getByRole("dialog", { name: "Embed Help pages" })).toBeVisible();
  await expect(dialog.getByLabel("For your website", { exact: true })).toContainText(
    /<script src="http.*\/widget\.js" data-key="fnw_[\w-]{43}" async><\/script>/,
  );
  await expectAccessible(page);
  const [preview] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: "Preview the widget in a new tab" }).click(),
  ]);
  await preview.getByRole("button", { name: "Ask a question" }).click();
  const frame = widget(preview);
  await frame
    .getByRole("textbox", { name: "Your question" })
    .fill("Within how many days may an unopened product be returned?");
  await frame.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(frame.getByText(/within 30 days of delivery/).first()).toBeVisible();
  await expectAccessible(preview);
  await preview.close();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /Help pages/ })).toContainText("Answer visitors of websites");
  await page.getByRole("button", { name: "Embed Help pages" }).click();
  await expect(page.getByRole("dialog", { name: "Embed Help pages" })).toBeVisible();
});
