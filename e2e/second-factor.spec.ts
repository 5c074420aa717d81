import { Secret, TOTP } from "otpauth";
import { updateCompany } from "#contract/identity/companies.ts";
import { beginSecondFactor, confirmSecondFactor } from "#contract/identity/second-factor.ts";
import { login } from "#contract/identity/sessions.ts";
import { send } from "#testing/call.ts";
import { arrive, enter, expect, expectAccessible, invite, signIn, test } from "./fixtures.ts";

/** A code of an unused step: the next one, which the server accepts half a minute early. */
const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + stepsAhead * 30_000,
  });

test("a company that requires a second factor guides its administrator through it, and the code signs in", async ({
  page,
  url,
  api,
  company,
}) => {
  await api(updateCompany, { id: company.companyId, requireSecondFactor: true });
  await signIn(page, url, company.admin);
  await page.waitForURL("**/second-factor");
  await page.goto(`${url}/themes`);
  await page.waitForURL("**/second-factor");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use an authenticator app" }).click();
  await expectAccessible(page);
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("The password is incorrect.");
  await page.getByLabel("Your password").fill(company.admin.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  await expectAccessible(page);
  const secret = await page.locator("code").innerText();
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("alert")).toContainText("This code is incorrect");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, -1));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.waitForURL("**/themes");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");

  await signIn(page, url, company.admin);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("This code is incorrect");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/themes");

  await page.goto(`${url}/account`);
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn off two-step verification" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(company.admin.password);
  await dialog.getByLabel("Code", { exact: true }).fill(recovery.toLowerCase());
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await page.waitForURL("**/second-factor");
});

test("an administrator removes a lost second factor in the edit dialog", async ({
  page,
  url,
  api,
  company,
}) => {
  const invited = await invite(api, company, { role: "workspace_admin" });
  const { email, password, token } = await arrive(url, invited);
  const begun = await send(url, token, beginSecondFactor, { password });
  await send(url, token, confirmSecondFactor, { code: codeOf(begun.secret) });

  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: `Edit ${email}` }).click();
  await page.getByRole("button", { name: "Remove two-step verification" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Two-step verification removed")).toBeVisible();
  const again = await send(url, null, login, { email, password });
  expect(again.sessionToken).toBeDefined();
});

test("a passkey turns the second factor on, signs in, and replaces the code within a session", async ({
  page,
  url,
  company,
}) => {
  // a virtual authenticator in the browser, which approves everything
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: false,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enter(page, url, company.admin, "/account");
  await page.getByRole("link", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByLabel("Name").fill("Work laptop");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Work laptop");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await signIn(page, url, company.admin);
  await expect(page.getByRole("heading", { name: "Confirm that it's you" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/themes");

  await page.goto(`${url}/account`);
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("last used");
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await expect(page.getByText("This is your only second step.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn off two-step verification" });
  await dialog.getByLabel("Your password").fill(company.admin.password);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Use a passkey instead of a code" }).click();
  await expect(page.getByRole("link", { name: "Set up" })).toBeVisible();
});
