import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getDocumentContent, listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { buildScan } from "#reading/fixtures/scan.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, type TestPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildTheme, untilRead } from "#testing/documents.ts";
import { findOcr } from "#reading/ocr/tesseract.ts";

const isInstalled = findOcr("eng") !== null;
if (!isInstalled) console.log("Skipped: tesseract is not installed here.");

let app: TestApp;
let without: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  without = await startTestApp({ env: { OCR: "off" } });
});
afterAll(async () => {
  await app.close();
  await without.close();
});

async function uploadTo(on: TestApp, name: string, bytes: Uint8Array) {
  const company = await buildCompany(on);
  const { theme } = await buildTheme(company.admin);
  await company.admin.call(uploadDocuments, { id: theme.id }, { form: formOf({ name, bytes }) });
  const document = () => find(company.admin, theme.id, name);
  await untilRead(company.admin, theme.id);
  return { ...company, theme, document };
}

async function find(admin: TestPerson, themeId: number, name: string) {
  const { body } = await admin.call(listDocuments, { id: themeId });
  const document = (Array.isArray(body) ? body : body.rows).find((row) => row.name === name);
  if (document === undefined) throw new Error(`There is no ${name}.`);
  return document;
}

const deposit = ["Deposits for rented bicycles", "amount to ninety dollars", "and are paid in cash."];

test.skipIf(!isInstalled)(
  "an image-only file fails as a scan, is read by OCR and then answers",
  async () => {
    const bytes = await buildScan([
      { picture: deposit },
      { picture: ["Helmets are lent", "without a fee."] },
    ]);
    const { admin, theme, document } = await uploadTo(app, "scan.pdf", bytes);
    await expect
      .poll(async () => (await document()).status, { timeout: 120_000, interval: 200 })
      .toBe("ready");
    await expect.poll(async () => (await document()).receipt?.ocr, { timeout: 60_000 }).toBe("done");
    const { receipt, id } = await document();
    expect(receipt).toMatchObject({ pagesByOcr: [1, 2], pagesWithoutText: [], pages: 2 });
    expect(receipt?.warnings).toContainEqual(expect.objectContaining({ code: "read_by_ocr", pages: [1, 2] }));
    const { body: content } = await admin.call(getDocumentContent, { id });
    expect(content.pages[0]?.text).toContain("ninety dollars");
    const { body: answer } = await admin.call(ask, {
      themeId: theme.id,
      userQuery: "How much is the deposit for rented bicycles?",
      sessionId: "ocr",
    });
    expect(JSON.stringify(answer)).toContain("ninety dollars");
    // nobody was notified of a file that needed no help
    const { body: told } = await admin.call(listNotifications, {});
    expect(told.rows.filter(({ kind }) => kind === "document_failed")).toEqual([]);
  },
  150_000,
);

test.skipIf(!isInstalled)(
  "an image among text pages answers after OCR, and the text read before keeps its place",
  async () => {
    const bytes = await buildScan([
      { text: ["Bicycles are returned before seven in the evening."] },
      { picture: deposit },
      { text: ["Lost keys cost twelve dollars."] },
    ]);
    const { admin, theme, document } = await uploadTo(app, "mixed.pdf", bytes);
    const question = { themeId: theme.id, sessionId: "ocr", userQuery: "What do lost keys cost?" };
    // the index is in memory before OCR ends, so a stale one would show
    expect(JSON.stringify((await admin.call(ask, question)).body)).toContain("twelve dollars");
    await expect
      .poll(async () => (await document()).receipt?.ocr, { timeout: 120_000, interval: 200 })
      .toBe("done");
    expect((await document()).receipt).toMatchObject({ pagesByOcr: [2], pagesWithoutText: [] });
    const asked = await admin.call(ask, {
      ...question,
      userQuery: "How much is the deposit for rented bicycles?",
    });
    expect(JSON.stringify(asked.body)).toContain("ninety dollars");
    expect(JSON.stringify((await admin.call(ask, question)).body)).toContain("twelve dollars");
  },
  150_000,
);

test("without OCR, a scan fails with instructions, and images among text are reported as unread", async () => {
  const scan = await uploadTo(without, "scan.pdf", await buildScan([{ picture: deposit }]));
  expect(await scan.document()).toMatchObject({
    status: "failed",
    waitsForOcr: false,
    statusReason: expect.stringContaining("Run text recognition (OCR) on it and upload it again."),
  });
  const mixed = await uploadTo(
    without,
    "mixed.pdf",
    await buildScan([{ text: ["Bicycles are returned."] }, { picture: deposit }]),
  );
  expect((await mixed.document()).receipt).toMatchObject({
    ocr: "none",
    pagesWithoutText: [2],
    warnings: expect.arrayContaining([expect.objectContaining({ code: "scanned_pages", pages: [2] })]),
  });
});

test.skipIf(!isInstalled)(
  "images without any text fail permanently, and the administrators are notified",
  async () => {
    const { admin, document } = await uploadTo(app, "blank.pdf", await buildScan([{ picture: [] }]));
    await expect
      .poll(async () => (await document()).statusReason, { timeout: 120_000, interval: 200 })
      .toContain("OCR found no text in them either");
    expect(await document()).toMatchObject({ status: "failed", waitsForOcr: false });
    const { body: told } = await admin.call(listNotifications, {});
    expect(told.rows.some(({ kind }) => kind === "document_failed")).toBe(true);
  },
  150_000,
);
