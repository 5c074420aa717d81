import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const policy = `Refund Policy

1. Time limits
A customer may return an unopened product within 30 days of delivery. Opened products may be returned within 14 days.

2. Exceptions
A customer may not return gift cards. A store manager may accept a late return of an unopened product once a year.

3. Refunds
The refund of a returned product is paid within ten business days.
`;

test("a source opens beside its answer, arrow keys step through sources, and the URL can be shared", async ({
  page,
  url,
  company,
  theme,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await theme("Refunds", { "Refund Policy.txt": policy });
  await enter(page, url, company.admin, `/agent-workbench?theme=${id}`);
  const question = page.getByPlaceholder("Type your question here...");
  await question.fill("Within how many days may a customer return an unopened product?");
  await question.press("Enter");
  const mark = page.getByRole("button", { name: "Source 1" }).first();
  await mark.click();
  const source = page.getByRole("dialog", { name: "Refund Policy.txt" });
  await expect(source).toBeFocused();
  // the answer and the question's field stay visible beside it
  await expect(page.getByText("You typed")).toHaveCount(0);
  await expect(mark).toBeInViewport();
  await expect(page.getByRole("heading", { name: /Within how many days/ })).toBeInViewport({ ratio: 1 });
  await expect(question).toBeInViewport();
  await expect(page).toHaveURL(/source=\d+-1/);
  await expectAccessible(page);
  const place = source.getByText(/^Source \d of \d$/);
  await expect(place).toHaveText(/^Source 1 of/);
  const count = Number((await place.innerText()).slice(-1));
  if (count > 1) {
    await page.keyboard.press("ArrowRight");
    await expect(place).toHaveText(`Source 2 of ${count}`);
    await expect(page).toHaveURL(/source=\d+-2/);
    await page.keyboard.press("ArrowLeft");
  }
  await page.keyboard.press("Escape");
  await expect(source).toHaveCount(0);
  await expect(mark).toBeFocused();

  await mark.click();
  await page.reload();
  await expect(source.locator("mark")).toContainText("30 days");
  await expect(page.getByRole("heading", { name: /Within how many days/ })).toBeVisible();
  // typing a question with the source open triggers no shortcut
  await question.fill("t");
  await expect(source).toBeVisible();
  await page.goBack();
  await expect(source).toHaveCount(0);
});
