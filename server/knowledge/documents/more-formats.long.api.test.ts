import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import {
  getDocumentFile,
  replaceDocument,
  uploadDocuments,
  wrongTypeMessage,
} from "#contract/knowledge/documents.ts";
import { getTheme } from "#contract/knowledge/themes.ts";
import { buildXlsx, number, row, text } from "#reading/fixtures/xlsx.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildTheme, untilRead } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const sheet = buildXlsx([
  {
    name: "Parking",
    rows:
      row(1, text("A1", "Garage") + text("B1", "Daily charge")) +
      row(2, text("A2", "North garage") + number("B2", 18, 2)) +
      row(3, text("A3", "South garage") + number("B3", 23, 2)),
  },
]);
const files = [
  { name: "Parking.xlsx", bytes: sheet },
  { name: "Lockers.html", bytes: "<h1>Lockers</h1><p>A locker is emptied after 40 days.</p>" },
  { name: "Badges.md", bytes: "# Badges\n\nA lost badge costs 12 dollars.\n" },
  { name: "Canteen.csv", bytes: "Meal,Price\nLunch,9 dollars\nDinner,14 dollars\n" },
  {
    name: "Bicycles.eml",
    bytes: "From: a@example.com\r\nSubject: Bicycles\r\n\r\nBicycles are removed after 21 days.\r\n",
  },
];

test("further formats are refused by the specified sentence until the company allows them, then read and cited", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const upload = () => admin.call(uploadDocuments, { id: theme.id }, { form: formOf(...files) });
  const refused = (await upload()).body;
  expect(refused.uploadedCount).toBe(0);
  expect(new Set(refused.errors.map(({ error }) => error))).toEqual(new Set([wrongTypeMessage]));

  await (await buildSuperAdmin(app)).call(updateCompany, { id: companyId, moreFormats: true });
  expect((await admin.call(getTheme, { id: theme.id })).body.moreFormats).toBe(true);
  expect((await upload()).body).toMatchObject({ uploadedCount: files.length, errors: [] });
  const documents = await untilRead(admin, theme.id);
  expect(documents.filter(({ status }) => status !== "ready")).toEqual([]);
  const answerTo = async (userQuery: string) => {
    const { body } = await admin.call(ask, { themeId: theme.id, userQuery, sessionId: crypto.randomUUID() });
    return {
      text: body.response,
      from: body.citations[0]?.documentName,
      section: body.citations[0]?.section,
    };
  };
  const parking = await answerTo("What is the daily charge of the South garage?");
  expect(parking).toMatchObject({ from: "Parking.xlsx", section: "Parking" });
  expect(parking.text).toContain("$23.00");
  expect((await answerTo("When is a locker emptied?")).text).toContain("40 days");
  expect((await answerTo("What does a lost badge cost?")).text).toContain("12 dollars");
  expect((await answerTo("What is the price of dinner?")).text).toContain("14 dollars");
  expect((await answerTo("When are bicycles removed?")).text).toContain("21 days");

  const page = documents.find(({ name }) => name === "Lockers.html");
  const download = await admin.call(getDocumentFile, { id: page?.id ?? 0 });
  // a page from elsewhere is never shown as one of ours
  expect(download.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(download.headers.get("content-security-policy")).toContain("sandbox");
  const next = formOf({ name: "Lockers.html", bytes: "<p>A locker is emptied after 50 days.</p>" });
  expect((await admin.call(replaceDocument, { id: page?.id ?? 0 }, { form: next })).status).toBe(201);
  const program = formOf({ name: "Lockers.exe", bytes: "MZ" });
  expect((await admin.call(replaceDocument, { id: page?.id ?? 0 }, { form: program })).text).toContain(
    "mail (.eml)",
  );
});
