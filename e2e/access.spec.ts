import { admin, enter, expect, expectAccessible, invite, signIn, test } from "./fixtures.ts";

test("a new user changes the temporary password, accepts the terms, and finds no theme yet", async ({
  page,
  url,
  api,
  company,
}) => {
  const invited = await invite(api, company, { role: "agent" });
  await signIn(page, url, invited);
  await page.waitForURL("**/change-password");
  await page.getByLabel("New password", { exact: true }).fill("seven green bottles");
  await page.getByLabel("Confirm new password").fill("something else");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm new password").fill("seven green bottles");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed successfully")).toBeVisible();

  const terms = page.getByRole("dialog", { name: /Welcome/ });
  await expect(terms).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(terms).toBeVisible();
  await terms.getByRole("button", { name: "Accept & Continue" }).click();
  await expect(
    page.getByText("Please accept both the Terms of Service and Privacy Policy to continue."),
  ).toBeVisible();
  await terms.getByLabel(/Terms of Service/).check();
  await terms.getByLabel(/Privacy Policy/).check();
  await terms.getByRole("button", { name: "Accept & Continue" }).click();
  await page.waitForURL("**/agent-workbench");
  await expect(page.getByText("No themes available. Please contact your administrator.")).toBeVisible();
  await page.goto(`${url}/companies`);
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Companies" })).toHaveCount(0);
});

test("a wrong password shows an error and keeps the address", async ({ page, url }) => {
  await signIn(page, url, { ...admin, password: "wrong password" });
  await expect(page.getByRole("alert")).toHaveText("Email or password is incorrect.");
  await expect(page.getByLabel("Email")).toHaveValue(admin.email);
  await expectAccessible(page);
});

test("signing out in one tab signs out the other tab too", async ({ page, context, url, company }) => {
  await enter(page, url, company.admin);
  const other = await context.newPage();
  await other.goto(`${url}/agent-workbench`);
  await expect(other.getByText("No themes available. Please contact your administrator.")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await other.waitForURL("**/login**");
});

test("public pages are complete HTML and the form confirms a request", async ({ page, url }) => {
  for (const [path, heading] of [
    ["/", "Every answer, with the page it rests on."],
    ["/learn-more", "How a policy becomes an answer"],
    ["/terms-of-service", "Terms of Service"],
    ["/privacy-policy", "Privacy Policy"],
  ] as const) {
    await page.goto(url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expectAccessible(page);
  }
  await page.goto(`${url}/get-started`);
  await page.getByRole("main").getByRole("button", { name: "Request a demo" }).click();
  await expect(page.getByText("This field is required.").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  const address = page.getByLabel("Work email");
  await address.fill("ada@example");
  await page.locator("input[name=company]").fill("Engines");
  await page.getByLabel("What would you use it for?").fill("Answering questions on our manuals");
  // a form submitted faster than a person can type counts as automated
  await page.waitForTimeout(1600);
  const send = page.getByRole("main").getByRole("button", { name: "Request a demo" });
  await send.click();
  // a typo isn't a failed submission: nothing was sent
  await expect(address).toHaveAccessibleDescription("Enter a full email address, like name@company.com.");
  await expect(page.getByText("Submission Error")).toHaveCount(0);
  await address.fill("ada@example.com");
  await send.click();
  await expect(
    page.getByText("We'll be in touch within 24 hours to discuss your requirements."),
  ).toBeVisible();
  await page.goto(`${url}/nowhere`);
  await expect(page.getByText("404 Page Not Found")).toBeVisible();
});

test("the privacy policy names the cookies in use, and signing out removes all of them", async ({
  page,
  context,
  url,
  company,
}) => {
  await page.goto(`${url}/privacy-policy`);
  await expect(page.getByText("There are four strictly necessary cookies.")).toBeVisible();
  await expect(page.getByText(/ends after ten minutes at most/)).toBeVisible();
  await expect(
    page.getByText(/ends 180 days after the last sign-in, and at sign-out unless you chose/),
  ).toBeVisible();
  await page.goto(`${url}/terms-of-service`);
  await expect(page.getByText(/may change or take back the rating/)).toBeVisible();
  await enter(page, url, company.admin);
  const names = async () => (await context.cookies()).map(({ name }) => name).toSorted();
  expect(await names()).toEqual(["footnote", "footnote-device", "footnote_company"]);
  await page.getByRole("button", { name: /logout/i }).click();
  await page.waitForURL("**/login");
  await expect.poll(names).toEqual([]);
});

test("an empty sign-in shows errors at its fields and focuses the first", async ({ page, url }) => {
  await page.goto(`${url}/login`);
  const [email, password] = [page.getByLabel("Email"), page.getByRole("textbox", { name: "Password" })];
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(email).toHaveAccessibleDescription("Enter your email address.");
  await expect(email).toBeFocused();
  await expect(password).toHaveAccessibleDescription("Enter your password.");
  await expectAccessible(page);
  await email.fill("maria");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(email).toHaveAccessibleDescription("Enter a full email address, like name@company.com.");
  await email.fill("maria@example.com");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(email).toHaveAccessibleDescription("");
  await expect(password).toBeFocused();
});
