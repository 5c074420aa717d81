import type { Page } from "@playwright/test";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";
import { takePictures } from "./take-pictures.ts";

const within = (days: number) => `Returns

1. Time limits ${days}
Customers may return unopened laptops within ${days} days of delivery.
`;

/** The marks of the differing-documents note open the sources it compares. */
async function compare(page: Page, place = page.locator("body")) {
  const note = place.getByText(/^Your documents disagree: compare/);
  await expect(note).toHaveText("Your documents disagree: compare 1 and 2.");
  // the answer is typeset: nothing moves under the pointer anymore
  await expect(place.getByRole("button", { name: "Source 1" })).toHaveCount(2);
  const [noteAt, quoteAt] = [
    await note.boundingBox(),
    await place.getByText("Customers may return unopened laptops").first().boundingBox(),
  ];
  expect(noteAt?.y).toBeLessThan(quoteAt?.y ?? 0);
  const opened: string[] = [];
  for (const mark of [1, 2]) {
    await note.getByRole("button", { name: `Source ${mark}` }).click();
    const source = page.getByRole("dialog", { name: /\.txt$/ });
    opened.push(await source.locator("mark").innerText());
    await source.getByRole("button", { name: "Close the source" }).click();
    await expect(source).toHaveCount(0);
  }
  expect(opened.toSorted()).toEqual([
    "Customers may return unopened laptops within 14 days of delivery.",
    "Customers may return unopened laptops within 30 days of delivery.",
  ]);
}

test("if documents disagree, the marks of the notice open both, in the chat, in history, in details and on the desk", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Returns", { "Old.txt": within(30), "New.txt": within(14) });
  await enter(page, url, company.admin, "/agent-workbench");
  const question = page.getByPlaceholder("Type your question here...");
  await question.fill("How long may customers return unopened laptops?");
  await question.press("Enter");
  await compare(page);
  await expectAccessible(page);
  // the desk requests its waiting cases right after
  const rated = page.waitForResponse((response) => response.url().endsWith("/rate"));
  await page.getByRole("button", { name: "Bad answer" }).click();
  expect((await rated).ok()).toBe(true);

  await page.reload();
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  const history = page.getByRole("dialog", { name: "Your earlier questions" });
  await history.getByRole("button", { name: /How long may customers/ }).click();
  await compare(page);

  await page.goto(`${url}/admin?tab=interactions`);
  await page.getByRole("button", { name: /^View details/ }).click();
  const details = page.getByRole("dialog", { name: /^Interaction/ });
  await compare(page, details);

  await page.goto(`${url}/admin?tab=reviews`);
  await compare(page, page.getByRole("article", { name: "How long may customers return unopened laptops?" }));

  await page.goto(`${url}/admin?tab=interactions&status=work&kind=disagreement`);
  const work = page.getByRole("table", { name: "Work on answers" });
  await expect(work).toContainText(
    "Old.txt: Customers may return unopened laptops within 30 days of delivery.",
  );
  await expect(work).toContainText(
    "New.txt: Customers may return unopened laptops within 14 days of delivery.",
  );
  await expect(work).toContainText("Asked: How long may customers return unopened laptops?");
  await expect(work.getByText("documents disagree")).toBeVisible();
  await expectAccessible(page);
  await takePictures(page, "disagree");
  await work.getByRole("button", { name: /^More for / }).click();
  await work.getByRole("button", { name: "Close", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Close this question?" })
    .getByRole("button", { name: "Close" })
    .last()
    .click();
  await expect(page.getByText("No open work found matching your criteria")).toBeVisible();
});
