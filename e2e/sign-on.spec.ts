import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("an administrator adds a domain and sets up an identity provider, which waits for the domain's proof", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin, "/admin?tab=sign-on");
  await expect(page.getByText("No identity provider yet.")).toBeVisible();
  await page.getByLabel("Add a domain").fill("not a domain");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Enter a domain, like example.com.")).toBeVisible();
  const domain = `${crypto.randomUUID().slice(0, 8)}.invalid`;
  await page.getByLabel("Add a domain").fill(domain);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: domain });
  await expect(row.getByText("Not verified")).toBeVisible();
  await expect(row.getByText(/^footnote-domain=/)).toBeVisible();
  await row.getByRole("button", { name: "Verify" }).click();
  await expect(row.getByRole("alert")).toBeVisible();

  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Harborline Login");
  await dialog.getByLabel("Issuer").fill("http://login.example.com");
  await dialog.getByLabel("Client ID").fill("footnote");
  await dialog.getByRole("switch", { name: "Add people at their first sign-in" }).check({ force: true });
  await dialog
    .getByRole("checkbox", { name: /Contact Center/ })
    .first()
    .check();
  const door = dialog.getByRole("switch", { name: "Assistants may ask for people" });
  await expect(dialog.getByLabel("Audience of access tokens")).toBeHidden();
  await door.check({ force: true });
  await dialog.getByLabel("Audience of access tokens").fill("footnote");
  await dialog.getByLabel("Claim that lists a person's groups").fill("groups");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove rule 1" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("An identity provider's address begins with https://.")).toBeVisible();
  await dialog.getByLabel("Issuer").fill("https://login.example.com");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("The client ID is the audience of sign-ins.")).toBeVisible();
  await dialog.getByLabel("Audience of access tokens").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("May ask for people who sign in to them")).toBeVisible();
  await expect(page.getByText("Inactive")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No identity provider yet.")).toBeVisible();
});

test("signing on with an unknown company's address shows an error, and an unsolicited return leads back", async ({
  page,
  url,
}) => {
  await page.goto(`${url}/login`);
  await page.getByRole("button", { name: "Use your company account" }).click();
  await page.getByLabel("Work email").fill("ada@nowhere.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Single sign-on is not set up for nowhere.example.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${url}/sign-on?code=abc&state=def`);
  await expect(page.getByText(/was started in another browser/)).toBeVisible();
  expect(page.url()).toBe(`${url}/sign-on`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("an administrator creates a SCIM token, sees it once, and revokes it", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin, "/admin?tab=sign-on");
  const section = page.getByRole("region", { name: "Provisioning (SCIM)" });
  await expect(section.getByText(`${url}/api/scim/v2`)).toBeVisible();
  await expect(section.getByText("No tokens yet.")).toBeVisible();
  await section.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Create token" })).toBeDisabled();
  await dialog.getByLabel("Name").fill("Okta");
  await dialog.getByLabel("Last day").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByText("Choose an end date in the future.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Last day").fill("");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const shown = dialog.getByText(/^fns_[\w-]{43}$/);
  await expect(shown).toBeVisible();
  const secret = await shown.textContent();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I copied it" }).click();
  const row = section.getByRole("listitem").filter({ hasText: "Okta" });
  await expect(row.getByText(`…${secret?.slice(-4)}`)).toBeVisible();
  await expect(row.getByText(/Never\sused/)).toBeVisible();
  await expect(page.getByText(secret ?? "")).toHaveCount(0);
  const people = () => fetch(`${url}/api/scim/v2/Users`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await people()).status).toBe(200);
  await page.reload();
  await expect(row.getByText(/Last\sused/)).toBeVisible();
  await row.getByRole("button", { name: "Revoke Okta" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row.getByText("Revoked")).toBeVisible();
  expect((await people()).status).toBe(401);
  // the top bar covers part of a button while the page is scrolled
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
});
