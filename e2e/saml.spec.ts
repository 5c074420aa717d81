import type { Page } from "@playwright/test";
import { startSamlProvider } from "#testing/saml-provider.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("an administrator sets up SAML, and a new person signs in from the provider's page, which is another site", async ({
  page,
  url,
  product,
  company,
}) => {
  const provider = await startSamlProvider({ isStrict: true });
  try {
    await enter(page, url, company.admin, "/admin?tab=sign-on");
    const domain = `d${crypto.randomUUID().slice(0, 8)}.example`;
    await page.getByLabel("Add a domain").fill(domain);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const row = page.getByRole("listitem").filter({ hasText: domain });
    product.publish(domain, (await row.getByText(/^footnote-domain=/).textContent()) ?? "");
    await row.getByRole("button", { name: "Verify" }).click();
    await expect(row.getByText(/^Verified/)).toBeVisible();

    await page.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Harborline Login");
    await dialog.getByLabel("Protocol", { exact: true }).selectOption("SAML 2.0");
    await dialog.getByRole("switch", { name: "Active" }).check({ force: true });
    await dialog.getByRole("switch", { name: "Add people at their first sign-in" }).check({ force: true });
    await dialog
      .getByRole("checkbox", { name: /Contact Center/ })
      .first()
      .check();
    await expectAccessible(page);
    const metadata = dialog.getByLabel("Metadata of your provider");
    await metadata.fill("<html>Not found</html>");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("This is not SAML metadata: it has no entity ID.")).toBeVisible();
    await metadata.fill(provider.metadata);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    const section = page.getByRole("region", { name: "Identity provider" });
    await expect(section.getByText(provider.entityId)).toBeVisible();
    await expect(section.getByText(/^([0-9A-F]{2}:){31}/)).toBeVisible();
    await expect(section.getByText(/^Valid until/)).toBeVisible();
    const shown = await section.getByText(/\/metadata$/).allTextContents();
    expect(new Set(shown.filter((text) => text.startsWith(url))).size).toBe(1);
    await expectAccessible(page);

    await section.getByRole("button", { name: "Make a key" }).click();
    await expect(section.getByText("Not used yet")).toBeVisible();
    await expect(section.getByRole("button", { name: "Copy certificate" })).toBeVisible();
    await expectAccessible(page);
    provider.trust(await (await fetch(shown.find((text) => text.startsWith(url)) ?? "")).text());
    await section.getByRole("button", { name: "Use the new key" }).click();
    await expect(section.getByText("Signs requests")).toBeVisible();

    const email = `ada@${domain}`;
    provider.signIn({ subject: "ada", email, firstName: "Ada", lastName: "Byron" });
    const ada = await newVisitor(page);
    await ada.goto(`${url}/login`);
    await ada.getByRole("button", { name: "Use your company account" }).click();
    await ada.getByLabel("Work email").fill(email);
    await ada.getByRole("button", { name: "Continue" }).click();
    await ada.waitForURL((at) => at.href.startsWith(provider.signInUrl));
    const asked = ada.url();
    await ada.getByRole("button", { name: "Continue" }).click();
    await expect(ada.getByRole("button", { name: "Accept & Continue" })).toBeVisible();
    expect(ada.url()).toBe(`${url}/dashboard`);

    // the answer to her request, in a browser that did not make it
    const stranger = await newVisitor(page);
    await stranger.goto(asked);
    await stranger.getByRole("button", { name: "Continue" }).click();
    await expect(stranger.getByText(/was started in another browser/)).toBeVisible();
    expect(stranger.url()).toBe(`${url}/sign-on`);
  } finally {
    await provider.close();
  }
});

/** Another person's browser: it shares no cookies. */
async function newVisitor(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error("this browser cannot be opened twice");
  return context.newPage();
}
