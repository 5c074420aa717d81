import { refundPolicy } from "#testing/documents.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

test("an administrator uploads a policy, asks, and gets an answer that cites its source", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin);

  await page.getByRole("button", { name: "Create Theme" }).click();
  const editor = page.getByRole("dialog", { name: "Create Theme" });
  await editor.getByRole("tab", { name: "Documents" }).click();
  await expect(editor.getByText("Save the theme first to upload documents")).toBeVisible();
  await editor.getByRole("tab", { name: "General" }).click();
  await editor.getByLabel("Theme name").fill("Refunds");
  await editor.getByLabel("Purpose").fill("Answer questions on returns and refunds");
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Create Theme" }).click();
  await expect(page.getByText("Theme created successfully")).toBeVisible();

  const card = page.getByRole("article", { name: "Refunds" });
  await card.getByRole("button", { name: "Edit Refunds" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  await edit.getByRole("tab", { name: "Documents" }).click();
  await expect(edit.getByText("Maximum file size: 10MB each • Up to 10 files at once")).toBeVisible();
  await edit.locator("input[type=file]").setInputFiles([
    { name: "Refund Policy.txt", mimeType: "text/plain", buffer: Buffer.from(refundPolicy) },
    { name: "Broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nnot really") },
  ]);
  await expect(page.getByText("2 of 2 files uploaded successfully")).toBeVisible();
  const documents = edit.getByRole("region", { name: "Uploaded documents" });
  await expect(documents.getByText("Ready")).toBeVisible({ timeout: 60_000 });
  await expect(documents.getByText("Failed", { exact: true })).toBeVisible({ timeout: 60_000 });
  await documents.getByRole("button", { name: "Receipt of Refund Policy.txt" }).click();
  await expect(documents.getByText("SHA-256")).toBeVisible();
  await expectAccessible(page);
  await edit.getByRole("button", { name: "Done" }).click();

  await page.getByRole("link", { name: "Agent Workbench" }).click();
  await expect(page.getByText("Answer questions on returns and refunds")).toBeVisible();
  await expect(
    page.getByText("Select tags from the list on the right and/or simply ask your question to get started"),
  ).toBeVisible();
  const question = page.getByPlaceholder("Type your question here...");
  await question.fill("How many days does a customer have to return an unopened product?");
  await question.press("Enter");
  await expect(page.getByText("Quoted from your documents")).toBeVisible();
  await expect(
    page.getByText("A customer may return an unopened product within 30 days of delivery.").first(),
  ).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Sources", exact: true })).toContainText(
    "Refund Policy.txt",
  );
  await expectAccessible(page);

  await page.getByRole("button", { name: "Source 1" }).first().click();
  const source = page.getByRole("dialog", { name: "Refund Policy.txt" });
  await expect(source.locator("mark")).toHaveText(
    "A customer may return an unopened product within 30 days of delivery.",
  );
  await expect(source.getByText("Text file", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await source.getByRole("button", { name: "Close the source" }).click();

  await page.getByRole("button", { name: "Good answer" }).click();
  await expect(page.getByRole("button", { name: "Good answer" })).toHaveAttribute("aria-pressed", "true");

  await question.fill("What is the dosage of ibuprofen for children?");
  await question.press("Enter");
  await expect(page.getByText("The documents do not answer this")).toBeVisible();

  await page.goto(`${url}/admin?tab=interactions`);
  await expect(
    page.getByText("How many days does a customer have to return an unopened product?").first(),
  ).toBeVisible();
});

test("the whole job works by keyboard alone", async ({ page, url, company }) => {
  await enter(page, url, company.admin, "/themes");
  await expect(page.getByRole("heading", { name: "Themes" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.getByRole("button", { name: "Create Theme" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Theme name")).toBeFocused();
  await page.keyboard.type("Keyboard theme");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("PDF, DOCX, DOC and TXT become ready one by one and answer with page or section", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const create = page.getByRole("dialog", { name: "Create Theme" });
  await create.getByLabel("Theme name").fill("Everything");
  await create.getByRole("button", { name: "Create Theme" }).click();
  await page.getByRole("button", { name: "Edit Everything" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  await edit.getByRole("tab", { name: "Documents" }).click();
  const folder = "seed/demo/documents";
  await edit
    .locator("input[type=file]")
    .setInputFiles([
      `${folder}/returns-and-refunds-policy.pdf`,
      `${folder}/warranty-and-carecover-handbook.docx`,
      `${folder}/payment-methods-policy.doc`,
      `${folder}/sales-tax-and-invoice-guide.txt`,
    ]);
  await expect(edit.getByRole("region", { name: "Uploaded documents" }).getByText("Ready")).toHaveCount(4, {
    timeout: 60_000,
  });
  await edit.getByRole("button", { name: "Done" }).click();

  await page.getByRole("link", { name: "Agent Workbench" }).click();
  const question = page.getByPlaceholder("Type your question here...");
  await question.fill("How do I identify a caller who wants to change the delivery address?");
  await question.press("Enter");
  const sources = page.getByRole("complementary", { name: "Sources", exact: true });
  await expect(sources).toContainText("returns-and-refunds-policy.pdf");
  await expect(sources).toContainText("page 6");
  await page.getByRole("button", { name: "Source 1" }).first().click();
  const pdf = page.getByRole("dialog", { name: "returns-and-refunds-policy.pdf" });
  await pdf.getByText("Text", { exact: true }).click();
  await expect(pdf.locator("mark")).toContainText("If the caller wants to change the delivery address");
});
