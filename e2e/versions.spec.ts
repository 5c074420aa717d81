import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const policy = (days: number) => `Return Policy

1. Time limits
A customer may return an unopened product within ${days} days of delivery. Gift cards are not refundable.
`;
const file = (days: number) => ({
  name: "Return Policy.txt",
  mimeType: "text/plain",
  buffer: Buffer.from(policy(days)),
});

test("a document is replaced: the new version answers, the old one can be opened, and the answers that used it are found", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const create = page.getByRole("dialog", { name: "Create Theme" });
  await create.getByLabel("Theme name").fill("Returns");
  await create.getByRole("button", { name: "Create Theme" }).click();
  const openDocuments = async () => {
    await page.getByRole("button", { name: "Edit Returns" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Theme" });
    await edit.getByRole("tab", { name: "Documents" }).click();
    return edit;
  };
  const ask = async () => {
    await page.getByRole("link", { name: "Agent Workbench" }).click();
    const question = page.getByPlaceholder("Type your question here...");
    await question.fill("How many days does a customer have to return an unopened product?");
    await question.press("Enter");
    await expect(page.getByText("Quoted from your documents").last()).toBeVisible();
  };
  let edit = await openDocuments();
  await edit.getByLabel("Choose files").setInputFiles([file(30)]);
  const documents = edit.getByRole("region", { name: "Uploaded documents" });
  await expect(documents.getByText("Ready")).toBeVisible({ timeout: 60_000 });
  await edit.getByRole("button", { name: "Done" }).click();
  await ask();
  await expect(page.getByText("within 30 days").first()).toBeVisible();

  await page.getByRole("link", { name: "Themes", exact: true }).click();
  edit = await openDocuments();
  await edit.getByRole("button", { name: "Versions of Return Policy.txt" }).click();
  const versions = edit.getByRole("region", { name: "Versions of Return Policy.txt" });
  await expect(versions.getByText("Used for 1 answer")).toBeVisible();
  // the recipients of answers are shown before anything is published
  await versions.getByLabel("New version of Return Policy.txt").setInputFiles([file(30)]);
  const before = page.getByRole("dialog", { name: "Replace Return Policy.txt?" });
  await expect(before.getByText("1 answer cites this document.")).toBeVisible();
  await expect(before.getByRole("list", { name: "People who received it" })).toContainText("Maria Rossi");
  await expectAccessible(page);
  await before.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("This is the same file as the current version.")).toBeVisible();
  await versions.getByLabel("New version of Return Policy.txt").setInputFiles([file(45)]);
  await before.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("Version 2 answers as soon as it is read")).toBeVisible();
  await expect(versions.getByText("Version 2 In use")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await versions.getByRole("button", { name: "Open version 1" }).click();
  const source = page.getByRole("dialog", { name: "Return Policy.txt" });
  await expect(source.getByText("within 30 days")).toBeVisible();
  await source.getByRole("button", { name: "Close the source" }).click();
  await versions.getByRole("link", { name: "Used for 1 answer" }).click();
  await expect(page.getByRole("button", { name: "Remove Used: Return Policy.txt, version 1" })).toBeVisible();
  await expect(page.getByText("How many days does a customer have").first()).toBeVisible();
  await expectAccessible(page);

  // from the document to its answers' recipients, and the message for them
  await page.goto(`${url}/themes`);
  edit = await openDocuments();
  await edit.getByRole("button", { name: "Versions of Return Policy.txt" }).click();
  await versions.getByRole("link", { name: "See who received them" }).click();
  await expect(page.getByText("1 answer cites it, received by 1 person")).toBeVisible();
  const changed = page.getByRole("region", { name: "Changed in version 2" });
  await expect(changed.getByText("within 30 days")).toBeVisible();
  await expect(changed.getByText("within 45 days")).toBeVisible();
  await expectAccessible(page);
  await changed.getByRole("button", { name: "Tell these people" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Tell them" }).click();
  await expect(page.getByText("Notifying people")).toBeVisible();
  await page.getByRole("button", { name: /notifications/i }).click();
  const told = page.getByRole("link", { name: /The rule you were given on \d{4}-\d{2}-\d{2} has changed/ });
  await expect(told).toContainText("within 45 days", { timeout: 20_000 });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Version", { exact: true }).selectOption({ label: "Version 2" });
  await expect(page.getByText("0 answers cite it, received by 0 people")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("an unreadable file doesn't count as a success, is replaced in place, and opens by its name", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Returns");
  await enter(page, url, company.admin, `/themes?theme=${id}&tab=documents`);
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  const broken = {
    name: "Fees.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\nnot really"),
  };
  await edit.locator("input[type=file]").first().setInputFiles([broken]);
  await expect(
    page.getByText("1 of 1 files uploaded successfully. 1 of them could not be read: see the list."),
  ).toBeVisible();
  await expect(edit.getByText("1 needs you")).toBeVisible();
  const text = Buffer.from("A late fee is 12 dollars.\n");
  await edit
    .getByLabel("New version of Fees.pdf")
    .setInputFiles([{ name: "Fees.txt", mimeType: "text/plain", buffer: text }]);
  await expect(edit.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  await edit.getByRole("button", { name: "Receipt of Fees" }).click();
  await expect(edit.getByText("SHA-256")).toBeInViewport();
  await edit.getByRole("button", { name: /^Fees\.\w+$/ }).click();
  await expect(page.getByRole("dialog", { name: /^Fees\.\w+$/ })).toContainText("12 dollars");
  await expectAccessible(page);
});
