import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getDocumentFile,
  listDocuments,
  listVersions,
  maximumFileBytes,
  retryDocument,
  signOffDocument,
  updateDocumentTags,
  uploadDocuments,
} from "#contract/knowledge/documents.ts";
import { ask } from "#contract/answering/answers.ts";
import { getAggregatedTags, updateTheme } from "#contract/knowledge/themes.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildEmptyTheme, buildTheme, refundPolicy, untilRead, upload } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

async function emptyTheme() {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin);
  const upload = (...files: { name: string; bytes: Uint8Array | string }[]) =>
    company.admin.call(uploadDocuments, { id: theme.id }, { form: formOf(...files) });
  return { ...company, theme, upload };
}

test("a bad file does not affect the others, and each says what is wrong with it", async () => {
  const { admin, theme, upload } = await emptyTheme();
  const { status, body } = await upload(
    { name: "Good one.txt", bytes: "Warranty claims are answered within 12 days of receipt." },
    { name: "empty.txt", bytes: "" },
    { name: "picture.docx", bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0]) },
    { name: "script.exe", bytes: "MZ" },
    { name: "huge.txt", bytes: "x".repeat(maximumFileBytes + 1) },
    { name: `${"n".repeat(300)}.txt`, bytes: "long name" },
    { name: "broken.pdf", bytes: "%PDF-1.7\nthis is not a document" },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ uploadedCount: 2, totalCount: 7 });
  const said = Object.fromEntries(body.errors.map((error) => [error.originalName.slice(0, 12), error.error]));
  expect(said["empty.txt"]).toBe("The file is empty.");
  expect(said["picture.docx"]).toBe("Only PDF, Word (.doc, .docx), and text files are supported");
  expect(said["script.exe"]).toBe("Only PDF, Word (.doc, .docx), and text files are supported");
  expect(said["huge.txt"]).toBe("Maximum file size is 10MB");
  expect(said.nnnnnnnnnnnn).toContain("longer than 255 characters");
  const documents = await untilRead(admin, theme.id);
  expect(documents.find((document) => document.name === "Good one.txt")?.status).toBe("ready");
  const broken = documents.find((document) => document.name === "broken.pdf");
  expect(broken).toMatchObject({ status: "failed" });
  expect(broken?.statusReason).toMatch(/damaged/i);
  expect((await admin.call(retryDocument, { id: broken?.id ?? 0 })).body.status).toBe("processing");
  expect((await untilRead(admin, theme.id)).find((document) => document.id === broken?.id)?.status).toBe(
    "failed",
  );
});

test("a name that looks like a path is only a name", async () => {
  const { upload } = await emptyTheme();
  const { body } = await upload(
    { name: "../../etc/passwd.txt", bytes: "first words of a document" },
    { name: "..\\..\\boot\u202etxt.txt", bytes: "other words of a document" },
    { name: 'Our "final" rules.txt', bytes: "the last words of a document" },
  );
  expect(body.documents.map((document) => document.name)).toEqual([
    "passwd.txt",
    "boottxt.txt",
    'Our "final" rules.txt',
  ]);
});

test("of more than ten files at once, ten are accepted and the others must be sent again", async () => {
  const { upload } = await emptyTheme();
  const { body } = await upload(
    ...Array.from({ length: 11 }, (_, n) => ({
      name: `file ${n}.txt`,
      bytes: `document number ${n} speaks of nothing`,
    })),
  );
  expect(body.uploadedCount).toBe(10);
  expect(body.errors).toHaveLength(1);
});

test("the same bytes are recognized the second time", async () => {
  const { upload } = await emptyTheme();
  const { body } = await upload({ name: "Copy.txt", bytes: refundPolicy });
  expect(body.uploadedCount).toBe(0);
  expect(body.errors[0]?.error).toBe("This file is already in the theme, as 'Refund Policy.txt'.");
});

test("a stored file is returned byte for byte, as an attachment that cannot run", async () => {
  const { admin } = await buildCompany(app);
  const { document } = await buildTheme(admin);
  const file = await admin.call(getDocumentFile, { id: document.id });
  expect(file.text).toBe(refundPolicy);
  expect(file.headers.get("content-disposition")).toContain('attachment; filename="Refund Policy.txt"');
  expect(file.headers.get("content-security-policy")).toContain("sandbox");
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
});

test("the receipt reports the extracted content, and a theme can wait for its signature", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  expect(document.receipt).toMatchObject({
    pagesWithoutText: [],
    warnings: [],
    signedOffAt: null,
    language: "en",
  });
  expect(document.receipt?.words).toBeGreaterThan(50);
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  const put = () =>
    admin.call(ask, {
      themeId: theme.id,
      userQuery: "How many days to return an unopened product?",
      sessionId: "s",
    });
  const answering = async () =>
    (await admin.call(listVersions, { id: document.id })).body.map((version) => version.answering);
  expect((await put()).body.outcome).toBe("abstained");
  expect(await answering()).toEqual([false]);
  const signed = await admin.call(signOffDocument, { id: document.id });
  expect(signed.body.receipt?.signedOffBy).toBe("Test workspace_admin");
  expect((await put()).body.outcome).toBe("answered");
  expect(await answering()).toEqual([true]);
});

test("tags are suggested, can be corrected, and are collected per theme", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  expect(document.autoGeneratedTags.stateTags.toSorted()).toEqual(["Florida", "Texas"]);
  await admin.call(updateDocumentTags, {
    id: document.id,
    stateTags: ["Texas"],
    productTags: [" Harbor  Plus", "harbor plus", "HARBOR PLUS"],
  });
  const { body } = await admin.call(getAggregatedTags, { id: theme.id });
  expect(body).toEqual({
    distributionPartnerTags: [],
    productTags: ["Harbor Plus"],
    topicTags: [],
    stateTags: ["Texas"],
  });
});

test("the server pages, sorts and searches a list of documents", async () => {
  const { admin, theme, upload } = await emptyTheme();
  await upload(
    { name: "Alpha.txt", bytes: "alpha document words" },
    { name: "Beta.txt", bytes: "beta document words" },
  );
  const page = await admin.call(listDocuments, { id: theme.id, page: 1, pageSize: 2, sort: "name" });
  expect(page.body).toMatchObject({ total: 3, rows: [{ name: "Alpha.txt" }, { name: "Beta.txt" }] });
  const found = await admin.call(listDocuments, { id: theme.id, page: 1, search: "bet" });
  expect(found.body).toMatchObject({ total: 1 });
  expect((await admin.call(listDocuments, { id: theme.id, sort: "password_hash" })).status).toBe(400);
});

test("a file is refused with a message when the disk is full, and the next file of the upload is accepted", async () => {
  const { upload } = await emptyTheme();
  const { files } = app.services;
  const { store } = files;
  let calls = 0;
  files.store = async (stream, maximum) => {
    calls += 1;
    if (calls > 1) return store(stream, maximum);
    // the first chunks arrive, then writing fails
    let pieces = 0;
    for await (const piece of stream) if (piece !== null && ++pieces === 2) break;
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  try {
    const { status, body } = await upload(
      { name: "Large.txt", bytes: "words of a large file. ".repeat(200_000) },
      { name: "Next.txt", bytes: "The fee is 12 dollars." },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ uploadedCount: 1, totalCount: 2 });
    expect(body.errors).toEqual([
      {
        originalName: "Large.txt",
        error: "The file could not be stored just now. Nothing was saved; try again later.",
      },
    ]);
  } finally {
    files.store = store;
  }
});

test("when a company's storage is full, it keeps its files, and its next file is refused with a message", async () => {
  const small = await startTestApp({ env: { STORAGE_GB_PER_COMPANY: "0.00001" }, worker: false });
  try {
    const { admin, theme } = await buildEmptyTheme(small, "Small");
    const bytes = "The fee is 12 dollars. ".repeat(300);
    const put = (name: string, of: string) => upload(admin, theme.id, name, of);
    expect((await put("First.txt", bytes)).body.uploadedCount).toBe(1);
    const { body } = await put("Second.txt", `${bytes} More.`);
    expect(body.uploadedCount).toBe(0);
    expect(body.errors[0]?.error).toMatch(/^Your company's storage is full/);
    expect((await admin.call(listDocuments, { id: theme.id })).text).toContain("First.txt");
  } finally {
    await small.close();
  }
});

test("a company with too many queued documents must wait, while others need not", async () => {
  const crowded = await startTestApp({ env: { LIMIT_FACTOR: "0.5" }, worker: false });
  try {
    const { admin, theme, companyId } = await buildEmptyTheme(crowded, "Crowded");
    const other = await buildEmptyTheme(crowded, "Quiet");
    await jobCaller(crowded.services, "test", companyId).transact(async (ctx) => {
      for (let versionId = 1; versionId <= 500; versionId++)
        await ctx.enqueue("read-document", { companyId, versionId });
    });
    const refused = await upload(admin, theme.id, "One more.txt", "The fee is 12 dollars.");
    expect(refused.status).toBe(429);
    expect(refused.error.error).toMatch(/^500 documents of your company are waiting to be read/);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await admin.call(listDocuments, { id: theme.id })).body).toEqual([]);
    expect((await upload(other.admin, other.theme.id, "First.txt", "The fee is 9 dollars.")).status).toBe(
      200,
    );
  } finally {
    await crowded.close();
  }
});
