import { listThemes } from "#contract/knowledge/themes.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const claims = `Claims Handbook

1. Time limits
A claim for theft must be filed within 10 days of the event. The customer may appeal within 14 days.

2. Records
Claim records must be kept for seven years. Access to claim records is logged.

3. Fees
A hard disk may be kept by the customer for a fee of $30.
`;

test("files dropped on Themes become a theme, whose documents are read and asked what is worth asking", async ({
  page,
  url,
  api,
  company,
}) => {
  await enter(page, url, company.admin);
  // dropped anywhere on the screen
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "claims_handbook_2026.txt", { type: "text/plain" }));
    return data;
  }, claims);
  // the place for them is over the screen, not in it
  await expect(page.getByRole("button", { name: "Create New Theme" })).toBeInViewport();
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await expect(page.getByText("Drop the files here to make a theme of them")).toBeVisible();
  await page
    .getByText("Drop the files here to make a theme of them")
    .dispatchEvent("drop", { dataTransfer: transfer });
  const editor = page.getByRole("dialog", { name: /Create Theme$/ });
  await expect(editor.getByText("1 ready")).toBeVisible({ timeout: 60_000 });
  // one next step
  await expect(editor.locator("button[data-variant=filled], a[data-variant=filled]")).toHaveText([
    "Next: choose who can ask",
  ]);
  // proposed from the title and the chapters of what was read
  await expect(editor.getByLabel("Theme name")).toHaveValue("Claims Handbook");
  await expect(editor.getByLabel("Purpose")).toHaveValue(
    "Answers questions about time limits, records, and fees, from Claims Handbook.",
  );
  const questions = editor.getByRole("region", { name: "Questions worth asking" });
  const first = questions.getByRole("listitem").first();
  await expect(first).toContainText("Within how many days of the event must a claim for theft be filed?");
  await expect(first).toContainText("within 10 days of the event");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await questions.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.reload();
  await expect(questions.getByRole("listitem").first()).toContainText("a claim for theft");
  const themes = await api(listThemes, { companyId: company.companyId });
  expect((Array.isArray(themes) ? themes : themes.rows).map(({ name }) => name)).toEqual(["Claims Handbook"]);
  // the record tells the program's words from the person's
  await page.goto(`${url}/record`);
  await expect(page.getByRole("list", { name: "Events" })).toContainText(
    "accepted the name and purpose that Footnote proposed",
  );
});

test("the same begins with a button, a refused file is named, and typed words are not replaced", async ({
  page,
  url,
  api,
  company,
}) => {
  await enter(page, url, company.admin);
  const picked = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Start from files" }).press("Enter");
  await (
    await picked
  ).setFiles([
    { name: "Claims.txt", mimeType: "text/plain", buffer: Buffer.from(claims) },
    { name: "Picture.png", mimeType: "image/png", buffer: Buffer.from("no text") },
  ]);
  const editor = page.getByRole("dialog", { name: "Claims and Picture – Create Theme" });
  // while it is being read, and what a person typed stays
  await editor.getByLabel("Theme name").fill("Claims of our customers");
  const queue = editor.getByRole("region", { name: "Files to upload" });
  const refused = queue.getByRole("listitem").filter({ hasText: "Picture.png" });
  await expect(refused).toContainText("Only PDF, Word (.doc, .docx)");
  await expect(editor.getByText("1 ready")).toBeVisible({ timeout: 60_000 });
  await expect(editor.getByLabel("Purpose")).toHaveValue(/^Answers questions about time limits/);
  await expect(editor.getByLabel("Theme name")).toHaveValue("Claims of our customers");
  await editor.getByRole("tab", { name: "General" }).click();
  await expect(editor.getByLabel("Guiding instructions for agents")).toBeHidden();
  await editor.getByText("Details", { exact: true }).click();
  await expect(editor.getByLabel("Guiding instructions for agents")).toBeVisible();
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Next: add documents" }).click();
  await expect(editor.getByLabel("Theme name")).toHaveValue("Claims of our customers");
  const themes = await api(listThemes, { companyId: company.companyId });
  expect((Array.isArray(themes) ? themes : themes.rows).map(({ name, purpose }) => [name, purpose])).toEqual([
    ["Claims of our customers", expect.stringMatching(/^Answers questions about time limits/)],
  ]);
});
