import { readFileSync } from "node:fs";
import { createExtractionPool } from "#reading/child/pool.ts";
import { buildXlsx, row, text } from "#reading/fixtures/xlsx.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";
import { takePictures } from "./take-pictures.ts";

const policy = `Return Policy

1. Time limits
A customer may return an unopened product within 30 days of delivery. Opened products may be returned within 14 days.
Gift cards are not refundable.
`;
const questions = [
  "How many days does a customer have to return an unopened product?",
  "Are gift cards refundable?",
  "What is the canteen serving on Friday?",
];
const book = buildXlsx([
  {
    name: "Security",
    rows:
      row(1, text("A1", "No") + text("B1", "Question") + text("C1", "Response")) +
      questions
        .map((one, at) => row(at + 2, text(`A${at + 2}`, `${at + 1}`) + text(`B${at + 2}`, one)))
        .join(""),
  },
]);

test("a questionnaire is uploaded, checked, answered, reviewed and downloaded", async ({
  page,
  url,
  company,
  theme,
}) => {
  test.setTimeout(120_000);
  await theme("Returns", { "Return Policy.txt": policy });

  await enter(page, url, company.admin, "/questionnaires");
  await expect(page.getByText("No questionnaires yet.")).toBeVisible();
  await page.getByRole("button", { name: "New questionnaire" }).click();
  const dialog = page.getByRole("dialog", { name: "New questionnaire" });
  await dialog.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "Returns" }).click();
  const send = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "File" }).click();
    await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer });
    await dialog.getByRole("button", { name: "Find questions" }).click();
  };
  await send("Empty.xlsx", Buffer.from(buildXlsx([{ name: "S", rows: row(1, text("A1", "Prices")) }])));
  await expect(dialog.getByText("No questions were found in this file.")).toBeVisible();
  await expectAccessible(page);
  await send("Security.xlsx", Buffer.from(book));

  // what was found is checked before anything is asked
  await expect(page.getByRole("heading", { name: "Security.xlsx" })).toBeVisible();
  await expect(page.getByLabel("Questions in Security")).toHaveValue("1");
  await expect(page.getByLabel("Answers in Security")).toHaveValue("2");
  const list = page.getByRole("list", { name: "Questions" });
  await expect(list.getByRole("listitem", { name: "Question 3" })).toContainText("canteen");
  await expectAccessible(page);
  await takePictures(page, "questionnaire-draft");
  await page.getByRole("button", { name: "Answer questions" }).click();

  await expect(page.getByText("3 of 3 answered, 0 reviewed")).toBeVisible({ timeout: 60_000 });
  const first = list.getByRole("listitem", { name: "Question 1" });
  await expect(first).toContainText("within 30 days of delivery");
  await expect(first).toContainText("Quoted");
  await expectAccessible(page);
  await takePictures(page, "questionnaire-review");
  await first
    .getByRole("button", { name: /Return Policy\.txt/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText("within 30 days of delivery");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Accept the answer to question 1" }).click();
  await expect(first).toContainText("Quoted, accepted by Maria Rossi");
  await page.getByRole("button", { name: "Write an answer to question 3" }).click();
  await page.getByLabel("Answer to question 3").fill("The canteen is closed on Friday.");
  await page.getByRole("button", { name: "Save answer" }).click();
  await expect(list).toContainText("Written by Maria Rossi in review");
  await page.getByRole("button", { name: "Mark as not answered: question 2" }).click();
  await expect(page.getByText("3 of 3 answered, 3 reviewed")).toBeVisible();
  await page.getByLabel("Only answers to review").check();
  await expect(page.getByText("Every answer is reviewed.")).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download file" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("Security.xlsx");
  const pool = createExtractionPool();
  const filled = await pool.extract({ name: "Security.xlsx", bytes: readFileSync(await download.path()) });
  await pool.close();
  const shown = filled.ok ? filled.extraction.pages.map((one) => one.text).join("\n") : "";
  expect(shown).toContain("within 30 days of delivery");
  expect(shown).toContain("The canteen is closed on Friday.");
  expect(shown).toContain("Return Policy.txt, version 1");

  await page.getByRole("button", { name: "All questionnaires" }).click();
  const all = page.getByRole("list", { name: "Questionnaires" });
  await expect(all).toContainText("Security.xlsx");
  await expectAccessible(page);
  await takePictures(page, "questionnaires");
  await all.getByRole("button", { name: "Security.xlsx" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No questionnaires yet.")).toBeVisible();
});
