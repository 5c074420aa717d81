import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** Each script arrives so many milliseconds late; without a time none does until what is returned is called. */
async function holdScripts(page: Page, lateMs?: number): Promise<() => void> {
  const opened = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await (lateMs === undefined ? opened.promise : new Promise((resolve) => setTimeout(resolve, lateMs)));
    await route.continue();
  });
  return opened.resolve;
}

test("what is typed and sent before the scripts have arrived signs in all the same", async ({
  page,
  url,
  company,
}) => {
  await holdScripts(page, 1_200);
  await page.goto(`${url}/login`, { waitUntil: "commit" });
  await expect(page.locator("#app[data-rendered]")).toBeVisible();
  await page.getByLabel("Email").fill(company.admin.email);
  await page.getByLabel("Password").fill(company.admin.password);
  await page.getByLabel("Password").press("Enter");
  await expect(page.locator("#app[data-rendered]")).toBeVisible();
  expect(page.url()).toBe(`${url}/login`);
  await page.waitForURL("**/themes");
});

test("a button pressed before the scripts have arrived, or held while they arrive, does what it says", async ({
  page,
  url,
}) => {
  const open = await holdScripts(page);
  const rendered = page.locator("#app[data-rendered]");
  await page.goto(`${url}/login`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Show what you typed" }).click();
  const forgot = page.getByRole("button", { name: "Forgot your password?" });
  await forgot.hover();
  await page.mouse.down();
  await expect(rendered).toHaveCount(1);
  open();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await page.mouse.up();
  await page.goto(`${url}/login`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Show what you typed" }).click();
  await expect(rendered).toHaveCount(0);
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "text");
});

test("what is typed while the application takes the place of the sign-in arrives letter by letter", async ({
  page,
  context,
  url,
}) => {
  const phone = await context.newCDPSession(page);
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await holdScripts(page, 500);
  await page.goto(`${url}/login`, { waitUntil: "commit" });
  await page.getByLabel("Email").focus();
  const rendered = page.locator("#app[data-rendered]");
  let typed = "";
  // beyond the moment at which the one gives way to the other
  for (let after = 0; after < 12 && typed.length < 600; after += (await rendered.count()) === 0 ? 1 : 0) {
    const letter = "abcdefghij".charAt(typed.length % 10);
    await page.keyboard.type(letter);
    typed += letter;
  }
  await expect(rendered).toHaveCount(0);
  await expect(page.getByLabel("Email")).toHaveValue(typed);
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("a demo request typed and sent before its script has arrived is kept, and sent once it is there", async ({
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
  // nothing of it stands in an address
  expect(page.url()).toBe(`${url}/get-started`);
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  open();
  await expect(page.getByText("Thank you for your interest!")).toBeVisible();
  const leads = (await api("GET", `/api/leads?search=${email}`)) as unknown as Record<string, unknown>[];
  expect(leads).toEqual([expect.objectContaining({ email, industry: "legal", company: "Harbor" })]);
  // the page carried the server's stamp, though a test fills it in faster than a person
  expect(leads[0]?.suspectedAutomation).not.toBe("no-stamp");
});
