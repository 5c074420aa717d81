import { expect, test } from "vitest";
import { buildDocx, p, table } from "#reading/fixtures/docx.ts";
import { buildXlsx, row, text } from "#reading/fixtures/xlsx.ts";
import { readDocx } from "#reading/extract/word/docx.ts";
import { openZip } from "#reading/extract/office/zip.ts";
import { workOnQuestionnaire } from "./questionnaire.ts";

/** A sheet of these rows; an empty text is no cell, a text of XML is one as it stands. */
const sheet = (rows: readonly (readonly string[])[], more = "") =>
  buildXlsx([
    {
      name: "Security",
      rows: rows
        .map((cells, at) => {
          const own = cells.map((words, column) =>
            words === "" || words.startsWith("<") ? words : text(`${"ABCDEFGH"[column]}${at + 1}`, words),
          );
          return row(at + 1, own.join(""));
        })
        .join(""),
      more,
    },
  ]);

async function read(bytes: Uint8Array, name = "q.xlsx") {
  const done = await workOnQuestionnaire(bytes, name, { chosen: null, answers: null });
  if (!done.ok || done.layout === null) throw new Error("not read");
  return done.layout;
}

/** The file with answers: each is `to` and its question's row. */
async function fileOf(bytes: Uint8Array, name: string, chosen: { answerColumn?: number } = {}) {
  const { places, questions } = await read(bytes, name);
  const done = await workOnQuestionnaire(bytes, name, {
    chosen: places.map((place) => ({ ...place, ...chosen })),
    answers: questions.map(({ place, row: at }) => ({
      ...{ place, row: at, answer: `to ${at + 1}`, sources: "", confidence: "" },
    })),
  });
  if (!done.ok || done.file === null) throw new Error("not filled");
  return done.file;
}

/** What is written into a sheet, by cell. */
async function filled(bytes: Uint8Array, chosen?: { answerColumn: number }) {
  const file = await fileOf(bytes, "q.xlsx", chosen);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openZip(file)).read("xl/worksheets/sheet0.xml")) chunks.push(chunk);
  const written = Buffer.concat(chunks).toString("utf8");
  return [...written.matchAll(/<c r="([A-Z]\d+)"[^>]*t="inlineStr"><is><t xml:space="preserve">(to \d+)</g)]
    .map(([, cell, words]) => `${cell} ${words}`)
    .toSorted();
}

const twoTables = [
  ...[[], [], ["", "Requirement", "", "Response"], ["", "Is data encrypted?"], ["", "Are backups kept?"]],
  ...[[], [], [], ["", "Question", "Vendor response"], ["", "Who approves refunds?"]],
];

test("an answer goes to the answer column of the nearest header above its question", async () => {
  expect(await filled(sheet(twoTables))).toEqual(["C10 to 10", "D4 to 4", "D5 to 5"]);
});

test("each table of a sheet has its own question and answer columns, and weights are no answers", async () => {
  const bytes = sheet([
    ["#", "Question", "Answer", "Remark"],
    ["1", "Is data encrypted?"],
    ["#", "Question", "Weight", "Answer"],
    ["1", "Are backups kept?", "5"],
    ["2", "Is access logged?", "7"],
    [],
    [],
    [],
    [],
    ["Answer", "Question"],
    ["", "Who approves refunds?"],
  ]);
  const { places, questions } = await read(bytes);
  expect(places).toMatchObject([{ answered: 0 }]);
  expect(questions).toHaveLength(4);
  expect(await filled(bytes)).toEqual(["A11 to 11", "C2 to 2", "D4 to 4", "D5 to 5"]);
});

test("a person's choice of another answer column holds for every table of the sheet", async () => {
  expect(await filled(sheet(twoTables), { answerColumn: 4 })).toEqual(["E10 to 10", "E4 to 4", "E5 to 5"]);
});

test("a row that speaks of requirements and responses inside a table begins no other", async () => {
  const bytes = sheet([
    ["Topic", "Question", "Answer"],
    ["Logs", "Are logs kept?"],
    ["Requirement 5", "Describe incident response"],
    ["Requirement 6", "Is access logged?"],
    ["Requirement 7", "Is it reviewed?"],
  ]);
  expect(await filled(bytes)).toEqual(["C2 to 2", "C3 to 3", "C4 to 4", "C5 to 5"]);
  const without = sheet([
    ["Topic", "Question"],
    ["Requirement 5", "Describe incident response"],
    ["Requirement 6", "Is access logged?"],
  ]);
  expect(await filled(without)).toEqual(["C2 to 2", "C3 to 3"]);
});

test("a table of a document with two headers has each answer beside its question", async () => {
  const bytes = buildDocx(
    p("Our questions.") +
      table([
        ["Question", "Answer", "Weight"],
        ["Is data encrypted?", "", "5"],
        ["Question", "Weight", "Answer"],
        ["Are backups kept?", "7", ""],
      ]),
  );
  const { places, questions } = await read(bytes, "q.docx");
  expect(places[1]).toMatchObject({ answered: 0 });
  expect(questions.map((question) => question.row)).toEqual([1, 3]);
});

const formula = `<c r="B3" t="str"><f>IF(1,"","")</f><v></v></c>`;

test("the named answer column is used though one of its cells is merged away and another holds a formula", async () => {
  const bytes = sheet(
    [
      ["Question", "Answer"],
      ["Is data encrypted?"],
      ["Are backups kept?", formula],
      ["Who approves refunds?"],
    ],
    `<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>`,
  );
  expect((await read(bytes)).places).toMatchObject([{ answerColumn: 1, answered: 0 }]);
  // what takes no answer of its own has it in the column of sources; the formula stays
  expect(await filled(bytes)).toEqual(["B4 to 4", "C2 to 2", "C3 to 3"]);
});

test("the named answer column is used left of the questions, though most of its rows are answered", async () => {
  const bytes = sheet([
    ["Answer", "Question"],
    ["Yes", "Is data encrypted?"],
    ["No", "Are backups kept?"],
    ["", "Who approves refunds?"],
  ]);
  expect((await read(bytes)).places).toMatchObject([{ answerColumn: 0, answered: 2 }]);
  expect(await filled(bytes)).toEqual(["A4 to 4"]);
});

test("an answer cell of white space takes the answer", async () => {
  const blank = `<c r="B2" t="inlineStr"><is><t xml:space="preserve">  </t></is></c>`;
  const bytes = sheet([["Question", "Answer"], ["Is data encrypted?", blank], ["Are backups kept?"]]);
  expect((await read(bytes)).places).toMatchObject([{ answered: 0 }]);
  expect(await filled(bytes)).toEqual(["B2 to 2", "B3 to 3"]);
});

test("an answer cell whose shared text is white space takes the answer", async () => {
  const rows =
    row(1, text("A1", "Question") + text("B1", "Answer")) +
    row(2, `${text("A2", "Is data encrypted?")}<c r="B2" t="s"><v>0</v></c>`);
  const shared = `<si><t xml:space="preserve"> </t></si>`;
  expect(await filled(buildXlsx([{ name: "Security", rows }], shared))).toEqual(["B2 to 2"]);
});

test("an instruction that asks nothing is no question where no title names one", async () => {
  const cover = [["Vendor questionnaire"], ["Please return by Friday"]];
  expect((await read(sheet(cover))).questions).toEqual([]);
  expect((await read(sheet([...cover, ["Please describe your backups"]]))).questions).toMatchObject([
    { row: 2 },
  ]);
  const named = [["Question", "Answer"], ["Please return your policy"]];
  expect((await read(sheet(named))).questions).toHaveLength(1);
});

const inRows = [
  ["Vendor questions"],
  ["Question 1", "Is data encrypted?"],
  ["Answer"],
  ["Question 2", "Describe incident response"],
  ["Answer", "Yes"],
  [],
  ["Question 3", "Are backups kept?"],
  ["Answer"],
];

test("questions in rows are found, and each answer stands beside the word for it", async () => {
  const { places, questions } = await read(sheet(inRows));
  expect(places).toMatchObject([{ questionColumn: 1, answerColumn: 1, answered: 1 }]);
  expect(questions.map((question) => question.text)).toEqual(["Is data encrypted?", "Are backups kept?"]);
  expect(await filled(sheet(inRows))).toEqual(["B3 to 2", "B8 to 7"]);
});

test("questions in the rows of a document's table have their answers below them", async () => {
  const rows = inRows.slice(1, 4).map(([label = "", words = ""]) => [label, words]);
  const bytes = buildDocx(table([...rows, ["Answer", ""]]));
  const { questions } = await read(bytes, "q.docx");
  expect(questions.map((question) => question.row)).toEqual([0, 2]);
  const { pages } = await readDocx(await fileOf(bytes, "q.docx"));
  expect(pages.map((page) => page.text).join("\n")).toMatch(/encrypted\?[^?]*Answer[^?]*to 1/);
});
