import { arrive, enter, expect, expectAccessible, invite, test } from "./fixtures.ts";
import type { Page } from "@playwright/test";

/** Acts as if the password was last given too long ago, until it is given again: the real server then runs the call. */
async function leaveOpen(page: Page, call: { method: string; path: RegExp }): Promise<void> {
  let isProved = false;
  page.on("response", (response) => {
    const request = response.request();
    if (request.method() === "POST" && response.url().endsWith("/api/auth/prove") && response.ok())
      isProved = true;
  });
  const error = "Enter your password again first. Nothing was changed.";
  await page.route(call.path, (route) =>
    isProved || route.request().method() !== call.method
      ? route.continue()
      : route.fulfill({ status: 403, json: { error, code: "proof_required", requestId: "r" } }),
  );
  await page.route("**/api/auth/prove", (route) =>
    isProved || route.request().method() !== "GET"
      ? route.continue()
      : route.fulfill({ json: { isFresh: false, validUntil: new Date(0).toISOString() } }),
  );
}

test("a role change asks for the password over the dialog, and proceeds once it is given", async ({
  page,
  url,
  api,
  company,
}) => {
  const { email } = await arrive(url, await invite(api, company, { role: "agent" }));
  await leaveOpen(page, { method: "PUT", path: /\/api\/users\/\d+$/ });
  await enter(page, url, company.admin, "/admin?tab=users");
  await page.getByRole("button", { name: `Edit ${email}` }).click();
  const editor = page.getByRole("dialog", { name: "Edit User" });
  await editor.getByLabel("Role").selectOption("workspace_admin");
  await editor.getByRole("button", { name: "Save Changes" }).click();

  const asked = page.getByRole("dialog", { name: "Enter your password again" });
  await expect(asked.getByLabel("Your password")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  await expect(editor).toBeVisible();
  await expect(page.getByText("Failed to update user")).toBeVisible();

  await editor.getByRole("button", { name: "Save Changes" }).click();
  await asked.getByLabel("Your password").fill("not the password");
  await asked.getByRole("button", { name: "Continue" }).click();
  await expect(asked.getByRole("alert")).toHaveText("The password is incorrect.");
  await asked.getByLabel("Your password").fill(company.admin.password);
  await asked.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("User updated successfully")).toBeVisible();
  await expect(editor).toBeHidden();
});

test("an export asks for the password, and the file downloads once it is given", async ({
  page,
  url,
  company,
}) => {
  await leaveOpen(page, { method: "GET", path: /\/api\/admin\/interactions\/export/ });
  await enter(page, url, company.admin, "/admin?tab=interactions");
  await page.getByRole("link", { name: "Export to CSV" }).click();
  const asked = page.getByRole("dialog", { name: "Enter your password again" });
  await asked.getByLabel("Your password").fill(company.admin.password);
  const download = page.waitForEvent("download");
  await asked.getByRole("button", { name: "Continue" }).click();
  expect((await download).suggestedFilename()).toBe("chat_interactions.csv");
  await expect(asked).toBeHidden();
});
