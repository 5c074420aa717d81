import type { Page } from "@playwright/test";
import { listLeads } from "#contract/operation/leads.ts";
import { rowsOf } from "#testing/call.ts";
import { expect, test } from "./fixtures.ts";

/** Blocks all scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const opened = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened.promise;
    await route.continue();
  });
  return opened.resolve;
}

test("a demo request typed and sent before its script loads is kept, and sent afterward", async ({
  page,
  url,
  api,
}) => {
  const open = await holdScripts(page);
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.goto(`${url}/get-started`, { waitUntil: "commit" });
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("textbox", { name: "Company" }).fill("Harbor");
  await page.getByLabel("Industry").selectOption("legal");
  await page.getByLabel("What would you use it for?").fill("Answers for the desk");
  await page.getByRole("button", { name: "Request a demo" }).click();
  await expect(page.locator("html[data-sent]")).toBeAttached();
  // none of it is in the URL
  expect(page.url()).toBe(`${url}/get-started`);
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  open();
  await expect(page.getByText("Thank you for your interest!")).toBeVisible();
  const leads = rowsOf(await api(listLeads, { search: email }));
  expect(leads).toEqual([expect.objectContaining({ email, industry: "legal", company: "Harbor" })]);
  // the page carried the server's stamp, though a test fills it in faster than a person
  expect(leads[0]?.suspectedAutomation).not.toBe("no-stamp");
});
