import { ask } from "#contract/answering/answers.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { rowsOf } from "#testing/call.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";
import { takePictures } from "./take-pictures.ts";

const fee = (dollars: number) => `Badges\n\nThe badge fee is ${dollars} dollars per person.\n`;
const file = (dollars: number, name = "Fees.txt") => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(fee(dollars)),
});

test("a file with the name of a document is a new version of it or another document, as its uploader says", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Badges", { "Fees.txt": fee(10) });
  await api(ask, { themeId: id, userQuery: "How much is the badge fee?", sessionId: "s" });
  await enter(page, url, company.admin, `/themes?theme=${id}&tab=documents`);
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  const queue = edit.getByRole("region", { name: "Files to upload" });
  await edit.getByLabel("Choose files").setInputFiles([file(25), file(5, "Parking.txt")]);
  const question = queue.getByRole("group", { name: "What is Fees.txt?" });
  await expect(question).toContainText(
    "A document with this name is already in the theme. Is this file a new version of it, or another document?",
  );
  // the others don't wait for the answer
  await expect(edit.getByRole("button", { name: "Delete Parking.txt" })).toBeVisible();
  await expectAccessible(page);
  const listed = async () =>
    rowsOf(await api(listDocuments, { id })).map(({ name, version }) => `${name} ${version}`);
  expect((await listed()).toSorted()).toEqual(["Fees.txt 1", "Parking.txt 1"]);

  await edit.getByRole("button", { name: "Done" }).click();
  const leave = page.getByRole("dialog", { name: "Leave without uploading?" });
  await expect(leave.getByText("1 file was not uploaded")).toBeVisible();
  await leave.getByRole("button", { name: "Cancel" }).click();

  // an answer cites the document, so its readers are shown first
  await question.getByRole("button", { name: "New version of Fees.txt" }).press("Enter");
  await page
    .getByRole("dialog", { name: "Replace Fees.txt?" })
    .getByRole("button", { name: "Replace" })
    .click();
  await expect.poll(listed).toContain("Fees.txt 2");
  await expect(queue).toHaveCount(0);

  await edit.getByLabel("Choose files").setInputFiles([file(40)]);
  await question.getByRole("button", { name: "Another document" }).click();
  await expect
    .poll(async () => (await listed()).toSorted())
    .toEqual(["Fees.txt 1", "Fees.txt 2", "Parking.txt 1"]);

  // a file of the same name and size as one still listed would be skipped
  await expect(queue).toHaveCount(0);
  await edit.getByLabel("Choose files").setInputFiles([file(50)]);
  await expect(question).toContainText("Is this file a new version of one of them, or another document?");
  const older = question.getByRole("radio").nth(1);
  await expect(older).toHaveAccessibleDescription(/^version\s2\s· 1\spage/);
  const version = question.getByRole("button", { name: "New version of the chosen one" });
  await expect(version).toBeDisabled();
  await older.check();
  await expect(version).toBeEnabled();
  await expectAccessible(page);
  await takePictures(page, "namesakes");
  await queue.getByRole("button", { name: "Remove Fees.txt" }).click();
  await expect(queue).toHaveCount(0);
});
