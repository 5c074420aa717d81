import { expect, test } from "vitest";
import { buildDocx, item, p, table } from "#reading/fixtures/docx.ts";
import { buildXlsx, row, text } from "#reading/fixtures/xlsx.ts";
import { openZip } from "#reading/extract/office/zip.ts";
import type { QuestionnaireTask } from "./layout.ts";
import { workOnQuestionnaire } from "./questionnaire.ts";

const sheet = (rows: string, more: { more?: string; before?: string } = {}) =>
  buildXlsx([{ name: "Security", rows, ...more }]);
const header = row(
  1,
  text("A1", "No") + text("B1", "Question", 1) + text("C1", "Response") + text("D1", "Comments"),
);
const reading: QuestionnaireTask = { chosen: null, answers: null };

async function read(bytes: Uint8Array, name = "q.xlsx", task: QuestionnaireTask = reading) {
  const done = await workOnQuestionnaire(bytes, name, task);
  if (!done.ok) throw new Error(done.failure.message);
  if (done.layout === null) throw new Error("no layout");
  return done.layout;
}

async function fill(bytes: Uint8Array, name: string, answer = "=1+1") {
  const layout = await read(bytes, name);
  const answers = layout.questions.map(({ place, row: at }) => ({
    ...{ place, row: at, answer, sources: "[1] Policy", confidence: "Quoted" },
  }));
  const done = await workOnQuestionnaire(bytes, name, { chosen: layout.places, answers });
  if (!done.ok || done.file === null) throw new Error("not filled");
  return done.file;
}

async function partOf(bytes: Uint8Array, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openZip(bytes)).read(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

test("a sheet's question column, its answer column and its rows are found; headings and answered rows are no questions", async () => {
  const rows =
    header +
    row(2, text("A2", "A") + text("B2", "Access control")) +
    row(3, text("B3", "Data protection and privacy")) +
    row(4, text("A4", "1") + text("B4", "1.1) Is data encrypted at rest?")) +
    row(5, text("A5", "2") + text("B5", "Describe your backup process.")) +
    row(6, text("A6", "3") + text("B6", "Is there a policy?") + text("C6", "Yes")) +
    row(7, text("A7", "4") + text("B7", "Staff are trained yearly"));
  const { places, questions } = await read(sheet(rows));
  expect(places).toMatchObject([
    { name: "Security", headerRow: 0, questionColumn: 1, answerColumn: 2, isUsed: true, answered: 1 },
  ]);
  expect(questions.map((question) => [question.row, question.text])).toEqual([
    [3, "Is data encrypted at rest?"],
    [4, "Describe your backup process."],
    [6, "Staff are trained yearly"],
  ]);
});

test("answers become texts, never formulas, and every other part of the workbook keeps its bytes", async () => {
  const before = `<dimension ref="A1:D2"/><cols><col min="2" max="2" width="50"/><col min="5" max="16384" hidden="1"/></cols>`;
  const question = text("B2", "Is data encrypted?", 3);
  const bytes = sheet(header + row(2, `${question}<c r="C2" s="2"/>${text("D2", "mine")}`), { before });
  const filled = await fill(bytes, "q.xlsx");
  const written = await partOf(filled, "xl/worksheets/sheet0.xml");
  expect(written).toContain(
    `<c r="C2" s="2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>${text("D2", "mine")}<c r="E2" s="3" t="inlineStr"><is><t xml:space="preserve">[1] Policy</t></is></c>`,
  );
  expect(written).toContain(`<dimension ref="A1:F2"/>`);
  expect(written).toContain(`<col min="7" max="16384" hidden="1"/></cols>`);
  expect(written).toContain(
    `<c r="F1" s="1" t="inlineStr"><is><t xml:space="preserve">Confidence</t></is></c>`,
  );
  expect(written).not.toContain("<f>");
  const [one, other] = [await openZip(bytes), await openZip(filled)];
  expect(other.names).toEqual(one.names);
  for (const name of one.names.filter((part) => !part.includes("sheet0.xml")))
    expect(await partOf(filled, name)).toBe(await partOf(bytes, name));
});

test("merged cells neither hide an answer nor lose it", async () => {
  const rows = header + row(2, text("B2", "Is data encrypted?")) + row(3, "");
  const merged = `<mergeCells count="1"><mergeCell ref="B2:C3"/></mergeCells>`;
  const { places } = await read(sheet(rows, { more: merged }));
  expect(places[0]).toMatchObject({ questionColumn: 1, answerColumn: null });
  const written = await partOf(
    await fill(sheet(rows, { more: merged }), "q.xlsx"),
    "xl/worksheets/sheet0.xml",
  );
  expect(written).toContain(`<c r="E2" s="0" t="inlineStr"><is><t xml:space="preserve">=1+1`);
});

test("an answer stands where it is seen: in the first of merged cells, or beside a question that goes over its cell", async () => {
  const rows =
    header +
    row(2, text("B2", "Is data encrypted?")) +
    row(3, text("B3", "Are backups kept?")) +
    row(4, text("B4", "Who approves refunds?")) +
    row(5, text("B5", "How long are logs kept?")) +
    row(6, text("B6", "Is there a policy?"));
  // the answers of rows 2 and 3 share a cell, row 4's goes over the next columns, row 5's question over its answer
  const more = `<mergeCells count="3"><mergeCell ref="C2:C3"/><mergeCell ref="C4:H4"/><mergeCell ref="B5:C5"/></mergeCells>`;
  const bytes = sheet(rows, { more });
  const { places, questions } = await read(bytes);
  expect(places).toMatchObject([{ answerColumn: 2, answered: 0 }]);
  expect(questions).toHaveLength(5);
  const written = await partOf(await fill(bytes, "q.xlsx", "Yes."), "xl/worksheets/sheet0.xml");
  const cells = [...written.matchAll(/<c r="([C-Z]\d)"[^>]*><is><t[^>]*>([^<]*)/g)].map(
    ([, name, words]) => `${name} ${words?.replaceAll("\n", "/")}`,
  );
  expect(cells.filter((cell) => !/^[A-Z]1 /.test(cell)).toSorted()).toEqual(
    [
      ...["C2 Yes.//Yes.", "C4 Yes.", "C6 Yes."],
      ...["I2 [1] Policy", "I3 [1] Policy", "I4 [1] Policy", "I5 Yes.//[1] Policy", "I6 [1] Policy"],
      ...["J2 Quoted", "J3 Quoted", "J4 Quoted", "J5 Quoted", "J6 Quoted"],
    ].toSorted(),
  );
});

test("a person's choice of columns replaces what was found", async () => {
  const rows =
    row(1, text("A1", "Topic") + text("B1", "Detail")) +
    row(2, text("A2", "Is it safe?") + text("B2", "Who may enter rooms?"));
  const chosen = [{ isUsed: true, questionColumn: 1, answerColumn: null }];
  const { questions } = await read(sheet(rows), "q.xlsx", { chosen, answers: null });
  expect(questions).toEqual([{ place: 0, row: 1, text: "Who may enter rooms?" }]);
  const unused = [{ isUsed: false, questionColumn: 1, answerColumn: null }];
  expect((await read(sheet(rows), "q.xlsx", { chosen: unused, answers: null })).questions).toEqual([]);
});

test("a document's numbered paragraphs and the rows of its tables are questions, and hold their answers", async () => {
  const body =
    p("An introduction that asks nothing.") +
    p("1. Is data encrypted?") +
    item(0, "Describe your backup process.") +
    table([
      ["No", "Question", "Answer"],
      ["1", "Who approves refunds?", ""],
    ]);
  const { places, questions } = await read(buildDocx(body), "q.docx");
  expect(places).toMatchObject([
    { name: "Paragraphs" },
    { name: "Table 1", questionColumn: 1, answerColumn: 2 },
  ]);
  expect(questions.map((question) => question.text)).toEqual([
    ...["Is data encrypted?", "Describe your backup process.", "Who approves refunds?"],
  ]);
  const written = await partOf(
    await fill(buildDocx(body), "q.docx", "Yes & no\n<daily>"),
    "word/document.xml",
  );
  expect(written).toContain(
    `<w:t xml:space="preserve">1. Is data encrypted?</w:t></w:r></w:p><w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Answer: </w:t></w:r><w:r><w:t xml:space="preserve">Yes &amp; no</w:t><w:br/><w:t xml:space="preserve">&lt;daily&gt;</w:t></w:r></w:p>`,
  );
  expect(written.match(/Answer: /g)).toHaveLength(2);
  const again = await read(await fill(buildDocx(body), "q.docx"), "q.docx");
  expect(again.places[1]).toMatchObject({ answerColumn: null });
});

test.each([
  ["a signature", buildZipped("_xmlsignatures/sig1.xml"), "digitally signed"],
  ["macros", buildZipped("word/vbaProject.bin"), "contains macros"],
  ["parts outside of it", buildZipped("word/../../evil.xml"), "point outside"],
])("a file with %s is refused with a sentence", async (_, bytes, sentence) => {
  const done = await workOnQuestionnaire(bytes, "q.docx", reading);
  expect(done).toMatchObject({ ok: false, failure: { message: expect.stringContaining(sentence) } });
});

function buildZipped(part: string): Uint8Array {
  return buildDocx(p("Is it safe?"), { parts: [[part, "x"]] });
}
