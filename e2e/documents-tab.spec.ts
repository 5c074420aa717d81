import type { Page } from "@playwright/test";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const rules =
  "Vault rules\n\n1. Keys\nVault keys are kept by two people, and lost keys cost 40 dollars each.\n";

async function openDocuments(page: Page, url: string, themeId: number) {
  await page.goto(`${url}/themes?theme=${themeId}&tab=documents`);
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  await edit.getByRole("region", { name: "Uploaded documents" }).getByRole("listitem").first().waitFor();
  return edit;
}

test("a scan awaiting background OCR shows a calm status: no failure, no retry", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Vaults", { "Vault rules.txt": rules });
  const reason = "It is read by OCR in the background and becomes ready when that finds text.";
  await page.route(`**/api/themes/${id}/documents?*`, async (route) => {
    const response = await route.fetch();
    const { rows, total } = (await response.json()) as { rows: object[]; total: number };
    const waiting = { status: "failed", waitsForOcr: true, statusReason: reason, receipt: null };
    await route.fulfill({ response, json: { rows: rows.map((row) => ({ ...row, ...waiting })), total } });
  });
  await enter(page, url, company.admin);
  const edit = await openDocuments(page, url, id);
  await expect(edit.getByText("Waiting for OCR")).toBeVisible();
  await expect(edit.getByText(reason)).toBeVisible();
  await expect(edit.getByText("Failed")).toHaveCount(0);
  await expect(edit.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expectAccessible(page);
});

test("while a long document is read its badge shows the server's current page", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Archive", { "Vault rules.txt": rules });
  const lines = Array.from({ length: 20 }, (_, n) =>
    line(72, 720 - n * 20, `Rule ${n} of the archive holds.`),
  );
  const buffer = Buffer.from(buildPdf(Array.from({ length: 4000 }, () => lines)));
  await enter(page, url, company.admin);
  const edit = await openDocuments(page, url, id);
  await edit
    .getByLabel("Choose files")
    .setInputFiles([{ name: "Archive.pdf", mimeType: "application/pdf", buffer }]);
  // checked in every frame: it may be visible for only a second
  await page.waitForFunction(() => /Reading page [\d,]+ of 4,000/.test(document.body.textContent));
  // from then on it never goes back, not even between the last page and the ready event
  const words = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen = new Set<string>();
        const look = () => {
          const badge = document.querySelector("[aria-label='Uploaded documents'] li [data-tone]");
          seen.add((badge?.textContent ?? "").replace(/page [\d,]+/, "page n"));
          if (badge?.textContent === "Ready") resolve([...seen]);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  expect(words).toEqual(["Reading page n of 4,000", "Ready"]);
  await expect(edit.getByText("Ready", { exact: true })).toHaveCount(2, { timeout: 60_000 });
});

test("a document awaiting sign-off shows its receipt, its signer, and the version answering until its revision is signed", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Vaults", { "Vault rules.txt": rules });
  await api(updateTheme, { id, name: "Vaults", requireSignOff: true });
  await enter(page, url, company.admin);
  const edit = await openDocuments(page, url, id);
  await expect(edit.getByText("Awaiting sign-off")).toBeVisible();
  await edit.getByRole("button", { name: "Receipt of Vault rules.txt" }).click();
  await expect(edit.getByText("SHA-256")).toBeVisible();
  await expectAccessible(page);
  await edit.getByRole("button", { name: "Sign off" }).click();
  await expect(edit.getByText("Signed off by Maria Rossi")).toBeVisible();
  await expect(edit.getByText("Ready")).toBeVisible();

  await edit.getByRole("button", { name: "Versions of Vault rules.txt" }).click();
  const versions = edit.getByRole("region", { name: "Versions of Vault rules.txt" });
  const revision = {
    name: "Vault rules.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(`${rules}Checked by two people.\n`),
  };
  await versions.getByLabel("New version of Vault rules.txt").setInputFiles([revision]);
  await expect(page.getByText("Version 2 answers as soon as it is signed off")).toBeVisible();
  await expect(edit.getByText("version 1 still answers")).toBeVisible();
  await expect(versions.getByText("Version 2 Awaiting sign-off")).toBeVisible({ timeout: 60_000 });
  await expect(versions.getByText("Version 1 In use")).toBeVisible();
  await expectAccessible(page);
});

test("an upload that did not arrive can be retried, on a phone too", async ({
  page,
  url,
  company,
  theme,
  problems,
}) => {
  const id = await theme("Vaults", { "Vault rules.txt": rules });
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, url, company.admin);
  const edit = await openDocuments(page, url, id);
  const name = "HARBORLINE_MASTER_AGREEMENT_2026_FINAL_APPROVED_BY_LEGAL_AND_COMPLIANCE.txt";
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(`${rules}Opened by the auditor.\n`) };
  await page.route("**/documents/bulk", (route) => route.abort());
  await edit.getByLabel("Choose files").setInputFiles([file]);
  const queue = edit.getByRole("region", { name: "Files to upload" });
  await expect(queue.getByText("The server cannot be reached.")).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.unroute("**/documents/bulk");
  await queue.getByRole("button", { name: `Try ${name} again` }).click();
  await expect(queue.getByText("success")).toBeVisible();
  await expect(edit.getByRole("button", { name: `Delete ${name}` })).toBeVisible();
  problems.splice(0, problems.length, ...problems.filter((text) => !/ERR_FAILED/.test(text)));
});

test("a new theme saved in order to upload documents stays open for them", async ({ page, url, company }) => {
  await enter(page, url, company.admin);
  await page.getByRole("button", { name: "Create Theme" }).click();
  const create = page.getByRole("dialog", { name: "Create Theme" });
  await create.getByLabel("Theme name").fill("Travel");
  await create.getByRole("tab", { name: "Documents" }).click();
  await expect(create.getByText("Save the theme first to upload documents")).toBeVisible();
  await create.getByRole("button", { name: "Create Theme" }).click();
  await expect(page.getByText("Theme created successfully")).toBeVisible();
  const edit = page.getByRole("dialog", { name: "Edit Theme" });
  await expect(edit.getByRole("tab", { name: "Documents", selected: true })).toBeFocused();
  await edit
    .getByLabel("Choose files")
    .setInputFiles({ name: "Vault rules.txt", mimeType: "text/plain", buffer: Buffer.from(rules) });
  await expect(edit.getByText("Ready", { exact: true })).toBeVisible();
  await edit.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("article", { name: "Travel" })).toContainText("1 document");
});

test("while passages are encoded a line shows the progress, or why it has stopped, and stays where it is at the end", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Encoded", { "Vault rules.txt": rules });
  const waiting = { encoder: "small@1", isWorking: true, passages: 5300, encoded: 1240 };
  let state: object = waiting;
  await page.route(`**/api/themes/${id}/encoding`, (route) => route.fulfill({ json: state }));
  await enter(page, url, company.admin);
  const edit = await openDocuments(page, url, id);
  const progress = edit.getByText("Preparing search by meaning: 1,240 of 5,300 passages.");
  await expect(progress).toBeVisible();
  await expectAccessible(page);
  state = { ...waiting, isWorking: false };
  await expect(edit.getByText("Search by meaning isn't available")).toBeVisible();
  state = { ...waiting, encoded: 5300 };
  await expect(edit.getByText("Search by meaning is ready.")).toBeVisible();
  await edit.getByRole("button", { name: "Done" }).click();
  await expect(edit).toBeHidden();
  await openDocuments(page, url, id);
  await expect(edit.getByRole("button", { name: "Delete Vault rules.txt" })).toBeVisible();
  await expect(edit.getByText("Search by meaning")).toHaveCount(0);
});

test("each uploaded file is one row, and a line above counts the ready ones, those that need you and the next steps", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Vaults", { "Vault rules.txt": rules });
  await enter(page, url, company.admin);
  const edit = await openDocuments(page, url, id);
  const named = (name: string, bytes: string) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(bytes),
  });
  await edit
    .getByLabel("Choose files")
    .setInputFiles([
      named("Keys.txt", `${rules}Keys are counted.\n`),
      named("Broken.pdf", "%PDF-1.7 nothing"),
    ]);
  const rows = edit.getByRole("listitem");
  const summary = edit.getByText("1 ready, 1 needs you", { exact: true });
  await expect(summary).toBeVisible({ timeout: 60_000 });
  await expect(edit.getByRole("region", { name: "Files to upload" })).toHaveCount(0);
  for (const name of ["Keys.txt", "Broken.pdf"]) await expect(rows.filter({ hasText: name })).toHaveCount(1);
  // no row half behind the foot
  await rows.last().evaluate((row) => row.scrollIntoView({ block: "center" }));
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await rows.last().evaluate((row) => row.scrollIntoView({ block: "center" }));
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await edit.getByRole("button", { name: "Give it to agents" }).click();
  await expect(edit.getByRole("tab", { name: "Agents", selected: true })).toBeVisible();
  await edit.getByRole("tab", { name: "Documents" }).click();
  await edit
    .getByLabel("Choose files")
    .setInputFiles([named("More.txt", `${rules}Keys are counted twice.\n`)]);
  await edit.getByRole("link", { name: "Ask it a question" }).click();
  await expect(page).toHaveURL(new RegExp(`/agent-workbench\\?.*theme=${id}`));
});

test("a picked file arrives whatever is pressed next, and what could not be sent is asked about", async ({
  page,
  url,
  company,
  theme,
  problems,
}) => {
  const id = await theme("Vaults", { "Vault rules.txt": rules });
  await enter(page, url, company.admin);
  const edit = await openDocuments(page, url, id);
  const named = (name: string) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(`${rules}${name}\n`),
  });
  const hold = Promise.withResolvers<void>();
  await page.route("**/documents/bulk", async (route) => {
    await hold.promise;
    await route.continue();
  });
  await edit.getByLabel("Choose files").setInputFiles([named("First.txt"), named("Second.txt")]);
  await edit.getByRole("tab", { name: "General" }).click();
  await edit.getByLabel("Purpose").fill("Keys");
  // the message about the files replaces that about the theme as soon as the last one has arrived
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const status of document.querySelectorAll("[role=status]")) said.push(status.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await edit.getByRole("button", { name: "Update Theme" }).click();
  await expect(edit.getByRole("button", { name: "Saving..." })).toBeDisabled();
  expect(await page.evaluate("window.said.join()")).not.toContain("Theme updated successfully");
  hold.resolve();
  await expect.poll(() => page.evaluate("window.said.join()")).toContain("Theme updated successfully");
  await expect(page.getByRole("article", { name: "Vaults" })).toContainText("3 documents");
  await page.unroute("**/documents/bulk");

  await page.route("**/documents/bulk", (route) => route.abort());
  const refused = await openDocuments(page, url, id);
  await refused.getByRole("tab", { name: "General" }).click();
  await refused.getByLabel("Purpose").fill("Keys and vaults");
  await refused.getByRole("tab", { name: "Documents" }).click();
  await refused.getByLabel("Choose files").setInputFiles([named("Lost.txt")]);
  await expect(refused.getByText("The server cannot be reached.")).toBeVisible();
  await refused.getByRole("button", { name: "Update Theme" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByText("The theme is saved, but 1 file is not uploaded.")).toBeVisible();
  await expect(refused.getByRole("region", { name: "Files to upload" })).toBeVisible();
  await page.unroute("**/documents/bulk");

  await page.route("**/documents/bulk", (route) => route.abort());
  const again = await openDocuments(page, url, id);
  await again.getByLabel("Choose files").setInputFiles([named("Third.txt"), named("Fourth.txt")]);
  const queue = again.getByRole("region", { name: "Files to upload" });
  await expect(queue.getByText("The server cannot be reached.")).toBeVisible();
  await again.getByRole("tab", { name: "Agents" }).click();
  await again.getByRole("button", { name: "Done" }).click();
  const question = page.getByRole("dialog", { name: "Leave without uploading?" });
  await expect(question.getByText("2 files were not uploaded")).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await again.getByRole("tab", { name: "Documents" }).click();
  await page.unroute("**/documents/bulk");
  await queue.getByRole("button", { name: "Upload 1 Files" }).click();
  await queue.getByRole("button", { name: "Try Third.txt again" }).click();
  for (const name of ["Third.txt", "Fourth.txt"])
    await expect(again.getByRole("button", { name: `Delete ${name}` })).toBeVisible();
  await again.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  problems.splice(0, problems.length, ...problems.filter((text) => !/ERR_FAILED/.test(text)));
});
