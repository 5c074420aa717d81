import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const policy =
  "Refund Policy\n\n1. Time limits\nA customer may return an unopened product within 30 days of delivery.\n";

test("an administrator creates a key, tries it, finds its question on record, and revokes it", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": policy });
  await enter(page, url, company.admin, "/admin?tab=connections");
  await expect(page.getByText("No keys yet.")).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create key" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Website chat");
  await expect(create).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Refunds" }).check();
  await dialog.getByLabel("Only from these networks").fill("300.1.1.1");
  await create.click();
  await expect(dialog.getByText(/^Enter an address or a network/)).toBeVisible();
  await dialog.getByLabel("Only from these networks").fill("127.0.0.0/8 ::1");
  await create.click();
  await expect(dialog.getByText("It cannot be shown again.")).toBeVisible();
  const secret = await dialog.getByText(/^fnk_/).first().innerText();
  await dialog.getByLabel("Try it: ask Refunds").fill("Within how many days may a product be returned?");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(dialog.getByLabel("What the program receives")).toContainText("within 30 days of delivery");
  await dialog.getByRole("tab", { name: "Assistants (MCP)" }).click();
  await expect(dialog.getByLabel("For Assistants (MCP)", { exact: true })).toContainText(`${url}/mcp`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I copied it" }).click();
  const row = page.getByRole("row", { name: /Website chat/ });
  await expect(row).toContainText(`…${secret.slice(-4)}`);
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.goto(`${url}/admin?tab=interactions`);
  await page
    .getByRole("button", { name: /^View details of interaction/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("Website chat (API key)")).toBeVisible();

  await page.goto(`${url}/admin?tab=connections`);
  await page.getByRole("button", { name: "Revoke Website chat" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(row).toContainText("Revoked");
  const refused = await fetch(`${url}/api/v1/themes`, { headers: { authorization: `Bearer ${secret}` } });
  expect(refused.status).toBe(401);
});

test("on a phone, opening the screen scrolls nowhere, and a tab chosen by keyboard brings its panel into view", async ({
  page,
  url,
  company,
}) => {
  // so low that the panel is out of sight
  await page.setViewportSize({ width: 390, height: 560 });
  await enter(page, url, company.admin, "/admin?tab=connections");
  const tab = page.getByRole("tab", { name: "JavaScript" });
  await expect(tab).toBeVisible();
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.getByRole("tab", { name: "Terminal" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab).toBeFocused();
  await expect.poll(async () => (await tab.boundingBox())?.y ?? 560).toBeLessThan(560 / 4);
  await expect(page.getByLabel("For JavaScript", { exact: true })).toBeInViewport({ ratio: 0.9 });
});
