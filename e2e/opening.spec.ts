import type { Page } from "@playwright/test";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const policy = `Refund Policy

1. Time limits
A customer may return an unopened product within 30 days of delivery.

2. Late refunds
A refund that is not paid within ten business days must be reported to the billing supervisor.
`;

/** Opens the workbench at a theme with the policy. */
async function openRefunds(
  page: Page,
  url: string,
  person: { email: string; password: string },
  theme: (name: string, documents: Record<string, string>) => Promise<number>,
): Promise<void> {
  const id = await theme("Refunds", { "Refund Policy.txt": policy });
  await enter(page, url, person, `/agent-workbench?theme=${id}`);
}

test("an empty conversation offers questions from its documents, the documents, and the latest chats", async ({
  page,
  url,
  company,
  theme,
}) => {
  await openRefunds(page, url, company.admin, theme);
  await page.getByText("1 document, updated").click();
  await page.getByRole("button", { name: "Refund Policy.txt" }).click();
  const source = page.getByRole("dialog", { name: "Refund Policy.txt" });
  await expect(source.getByText("A customer may return")).toBeVisible();
  await source.getByRole("button", { name: "Close the source" }).click();
  await expectAccessible(page);
  await page
    .getByRole("button", {
      name: "Within how many days of delivery may a customer return an unopened product?",
    })
    .click();
  await expect(
    page.getByRole("heading", {
      name: "Within how many days of delivery may a customer return an unopened product?",
    }),
  ).toBeVisible();
  await expect(page.getByText(/quoted word for word/)).toBeVisible();
  await page.getByRole("button", { name: "New Chat" }).click();
  const last = page.getByRole("region", { name: "Continue" }).getByRole("button");
  await expect(last).toHaveCount(1);
  await last.click();
  await expect(page.getByText(/quoted word for word/)).toBeVisible();
  await expect(
    page.getByRole("heading", {
      name: "Within how many days of delivery may a customer return an unopened product?",
    }),
  ).toBeVisible();
});

test("choosing a theme focuses the question, and earlier questions are grouped by day", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Returns");
  await openRefunds(page, url, company.admin, theme);
  await page.getByRole("combobox", { name: "Theme" }).click();
  await expect(page.getByRole("option", { name: /Refunds/ }).locator("svg")).toBeVisible();
  await page.getByRole("option", { name: /Returns/ }).click();
  await expect(page.getByPlaceholder("Type your question here...")).toBeFocused();
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: /Refunds/ }).click();
  await page
    .getByRole("button", {
      name: "Within how many days of delivery may a customer return an unopened product?",
    })
    .click();
  await expect(page.getByText(/quoted word for word/)).toBeVisible();
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  const today = page.getByRole("region", { name: "Today" });
  await expect(today.getByRole("button", { name: /unopened product/ })).toBeVisible();
  await expectAccessible(page);
});

test("a greeting is answered with questions from the documents, and leaves no trace", async ({
  page,
  url,
  company,
  theme,
}) => {
  await openRefunds(page, url, company.admin, theme);
  await page.getByPlaceholder("Type your question here...").fill("Hello, how are you?");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Happy to help. Ask a question about these documents.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Good answer" })).toHaveCount(0);
  await expectAccessible(page);
  await page
    .getByRole("button", {
      name: "Within how many days of delivery may a customer return an unopened product?",
    })
    .click();
  await expect(page.getByText(/quoted word for word/)).toBeVisible();
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  const today = page.getByRole("region", { name: "Today" });
  await expect(today.getByRole("button")).toHaveCount(1);
});
