import { startReceiver } from "#testing/webhook-receiver.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("an administrator adds a webhook, tests it, reads why it failed, sends again and deletes it", async ({
  page,
  url,
  company,
}) => {
  const receiver = await startReceiver();
  try {
    receiver.says(500, "<script>alert('later')</script>");
    await enter(page, url, company.admin, "/admin?tab=connections");
    await expect(page.getByText("No webhooks yet.")).toBeVisible();
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Help desk");
    await dialog.getByRole("textbox", { name: "Address" }).fill("https://10.0.0.7/in");
    const add = dialog.getByRole("button", { name: "Add webhook" });
    await add.click();
    await expect(dialog.getByText(/^10\.0\.0\.7 is not a public address/)).toBeVisible();
    await dialog.getByRole("textbox", { name: "Address" }).fill(receiver.url);
    await add.click();
    await expect(dialog.getByText(/^whsec_/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "I copied it" }).click();

    await page.getByRole("button", { name: "Deliveries to Help desk" }).click();
    await expect(dialog.getByText("Nothing has been sent yet.")).toBeVisible();
    await dialog.getByRole("button", { name: "Send a test event" }).click();
    await expect(dialog.getByText("The receiver answered 500.")).toBeVisible();
    await dialog.getByText("Message and response").click();
    await expect(dialog.getByLabel("Response", { exact: true })).toHaveText(
      "<script>alert('later')</script>",
    );
    await expectAccessible(page);
    receiver.says(204);
    await dialog.getByRole("button", { name: /^Send now: Test event/ }).click();
    await expect(dialog.getByText("Delivered", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "New secret for Help desk" }).click();
    await dialog.getByRole("button", { name: "Make new secret" }).click();
    await expect(
      dialog.getByText("For 24 hours, messages are also signed with the earlier secret"),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "I copied it" }).click();
    await page.getByRole("button", { name: "Delete Help desk" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("No webhooks yet.")).toBeVisible();
  } finally {
    await receiver.close();
  }
});
