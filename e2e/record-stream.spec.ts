import { startReceiver } from "#testing/webhook-receiver.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("an administrator streams the record to a SIEM, reads why it fails, fixes it and removes it", async ({
  page,
  url,
  company,
}) => {
  const receiver = await startReceiver();
  try {
    receiver.says(401, "Invalid token");
    await enter(page, url, company.admin, "/hand-over");
    const stream = page.getByRole("region", { name: "Stream to a SIEM" });
    await expect(stream.getByText("The record is not streamed.")).toBeVisible();
    await stream.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Address" }).fill("https://10.0.0.7/raw");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText(/^10\.0\.0\.7 is not a public address/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Address" }).fill(receiver.url);
    await dialog.getByRole("textbox", { name: "Value" }).fill("Bearer wrong");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(stream.getByText(/answered 401: Invalid token$/)).toBeVisible();
    // the top bar covers part of the list while the page is scrolled
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);

    await stream.getByRole("button", { name: "Edit stream" }).click();
    receiver.says(200);
    await dialog.getByRole("textbox", { name: "Value" }).fill("Bearer right");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(stream.getByText("Nothing", { exact: true })).toBeVisible();
    await stream.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByRole("status").getByText("The receiver accepted the test event.")).toBeVisible();
    const tests = receiver.received.filter(({ body }) => body.includes("record.test-stream"));
    expect(tests[0]?.headers.authorization).toBe("Bearer right");

    await stream.getByRole("button", { name: "Remove stream" }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(stream.getByText("The record is not streamed.")).toBeVisible();
  } finally {
    await receiver.close();
  }
});
