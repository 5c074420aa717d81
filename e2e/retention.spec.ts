import { ask } from "#contract/answering/answers.ts";
import { login } from "#contract/identity/sessions.ts";
import { deactivateUser } from "#contract/identity/users.ts";
import { send } from "#testing/call.ts";
import { enter, expect, expectAccessible, invite, test } from "./fixtures.ts";

test("an administrator sets periods after a dry run, places a hold, and erases a former person's name", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const long = "Refunds-without-a-place-to-break".repeat(3);
  const themeId = await theme(long, {
    "Refund Policy.txt": "Opened products may be returned within 14 days.",
  });
  const { sessionToken } = await send(url, null, login, company.admin);
  const asked = { themeId, userQuery: "How long may opened products be returned?", sessionId: "s" };
  await send(url, sessionToken, ask, asked);
  const former = await invite(api, company, { role: "agent", firstName: "Noor", lastName: "Haddad" });
  await api(deactivateUser, { id: former.id });

  await enter(page, url, company.admin, "/record");
  await page.getByRole("link", { name: "Retention" }).click();
  await expect(page.getByRole("heading", { name: "Retention", level: 1 })).toBeVisible();
  await expect(page.getByText("Nothing: everything is kept forever.")).toBeVisible();
  await expect(page.getByText("No holds have been set.")).toBeVisible();
  await expectAccessible(page);

  // a period below the minimum shows an error at its field, and can't be saved
  const interactions = page.getByLabel("Interactions");
  await interactions.fill("3");
  await expect(page.getByText("At least 6 months")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save periods" })).toBeDisabled();
  await interactions.fill("24");
  await expect(page.getByText("0 interactions")).toBeVisible();
  await page.getByRole("button", { name: "Save periods" }).click();
  await expect(page.getByText("Periods saved")).toBeVisible();
  await page.reload();
  await expect(interactions).toHaveValue("24 months");
  await expect(page.getByRole("heading", { name: "Due now" })).toBeVisible();

  await page.getByRole("button", { name: "Set a hold" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a hold" });
  await dialog.getByLabel("Reason").fill("Suit 12/2026");
  await expect(dialog.getByRole("button", { name: "Set hold" })).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: long }).click();
  await dialog.getByLabel("First day (UTC)").fill("2026-01-01");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set hold" }).click();
  const holds = page.getByRole("list", { name: "Holds" });
  await expect(holds.getByRole("listitem")).toContainText(["Suit 12/2026"]);
  await expect(holds.getByText("Active", { exact: true })).toBeVisible();
  await holds.getByRole("button", { name: /^Lift/ }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Settled");
  await page.getByRole("button", { name: "Lift hold" }).click();
  await expect(holds.getByText("Lifted", { exact: true })).toBeVisible();

  await page.getByRole("combobox", { name: "Deactivated person to erase" }).click();
  await page.getByRole("option", { name: former.email }).click();
  await page.getByRole("button", { name: "Erase name" }).click();
  const question = page.getByRole("dialog", { name: "Erase this person's name?" });
  await question.getByLabel(/^Type/).fill(former.email);
  await question.getByRole("button", { name: "Erase name" }).click();
  await expect(page.getByText(/^This person is called Person [0-9a-f]{8}/)).toBeVisible();
  await page.goto(`${url}/record?action=retention.erase-person`);
  await expect(page.getByRole("list", { name: "Events" })).toContainText("erased the name of");
  await page.goto(`${url}/record`);
  await expect(page.getByText(former.email)).toHaveCount(0);

  await page.goto(`${url}/retention`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(holds.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
