import { expect, test } from "vitest";
import { failureOf, linesOf } from "#reading/fixtures/lines-of.ts";
import { extractBytes } from "../extract.ts";
import { buildCfb } from "#reading/fixtures/doc.ts";
import { buildXlsx, number, row, text } from "#reading/fixtures/xlsx.ts";

const fees = (rows: string, more = "", before = "") => [{ name: "Fees", rows, more, before }];

test("each sheet is a part under its name, and numbers are written as their cells show them", async () => {
  const bytes = buildXlsx([
    {
      name: "Fees",
      rows:
        row(1, text("A1", "Valid for all accounts.")) +
        row(3, text("A3", "Fee") + text("B3", "Amount") + text("C3", "Share") + text("D3", "From")) +
        row(4, text("A4", "Late") + number("B4", 25, 2) + number("C4", 0.155, 1) + number("D4", 46_082, 3)) +
        row(5, `<c r="A5" t="s"><v>0</v></c>` + number("B5", 0.1 + 0.2)),
    },
    { name: "Limits", rows: row(1, text("A1", "Wire") + number("B1", 1_000)) },
  ], "<si><r><t>Wire</t></r><r><rPr><strike/></rPr><t> old</t></r><rPh><t>hint</t></rPh></si>"); // prettier-ignore
  const { lines, parts, warnings } = await linesOf("f.xlsx", bytes);
  expect(lines).toEqual([
    "heading1 Fees",
    "paragraph Valid for all accounts.",
    "header Fee | Amount | Share | From",
    "table_row Late | $25.00 | 15.5% | 2026-03-01",
    "table_row Wire | 0.3 |  |",
    "heading1 Limits",
    "table_row Wire | 1000",
  ]);
  expect(parts).toBe(2);
  expect(warnings).toEqual(["struck_text"]);
});

test("merged cells repeat their value, and names over several columns belong to each", async () => {
  const rows =
    row(1, text("A1", "State") + text("B1", "Fee")) +
    row(2, text("B2", "Low") + text("C2", "High")) +
    row(3, text("A3", "Ohio") + number("B3", 1) + number("C3", 2)) +
    row(4, number("B4", 3) + number("C4", 4));
  const merged = ["A1:A2", "B1:C1", "A3:A4"].map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const { lines } = await linesOf("f.xlsx", buildXlsx(fees(rows, `<mergeCells>${merged}</mergeCells>`)));
  expect(lines.slice(1)).toEqual([
    "header State | Fee Low | Fee High",
    "table_row Ohio | 1 | 2",
    "table_row Ohio | 3 | 4",
  ]);
});

test("what is hidden, struck out or not computed is left out and named", async () => {
  const rows =
    row(1, text("A1", "Fee") + text("B1", "Amount") + text("C1", "Secret")) +
    row(2, text("A2", "Late") + number("B2", 5) + text("C2", "x")) +
    row(3, text("A3", "Hidden") + number("B3", 9), 'hidden="1"') +
    row(4, text("A4", "Old", 4) + number("B4", 7, 4)) +
    row(5, text("A5", "Sum") + `<c r="B5"><f>B2*HYPERLINK("http://x")</f></c>`);
  const bytes = buildXlsx(
    [...fees(rows, "", `<cols><col min="3" max="3" hidden="1"/></cols>`), { name: "Draft", rows: row(1, text("A1", "draft")), state: "veryHidden" }],
  ); // prettier-ignore
  const { lines, warnings } = await linesOf("f.xlsx", bytes);
  expect(lines).toEqual(["heading1 Fees", "header Fee | Amount", "table_row Late | 5", "table_row Sum |"]);
  expect(warnings).toEqual(["hidden_text", "struck_text", "part_not_read"]);
});

test("raised runs of a cell touch no figure before them", async () => {
  const raised = (mark: string) =>
    `<r><rPr><vertAlign val="superscript"/></rPr><t>${mark}</t></r><r><t xml:space="preserve"> a year</t></r>`;
  const shared = ["2", "st", "*"].map((mark) => `<si><r><t>USD 1,500</t></r>${raised(mark)}</si>`).join("");
  const rows = [0, 1, 2].map((at) =>
    row(at + 1, text(`A${at + 1}`, "Fee") + `<c r="B${at + 1}" t="s"><v>${at}</v></c>`),
  );
  const { lines } = await linesOf("f.xlsx", buildXlsx(fees(rows.join("")), shared));
  expect(lines.slice(1).map((line) => line.split(" | ")[1])).toEqual([
    "USD 1,500² a year",
    "USD 1,500st a year",
    "USD 1,500* a year",
  ]);
});

test("the calendar from 1904 gives the same days", async () => {
  const rows = row(1, text("A1", "From") + number("B1", 46_082 - 1_462, 3));
  expect((await linesOf("f.xlsx", buildXlsx(fees(rows), "", true))).lines.at(-1)).toBe(
    "table_row From | 2026-03-01",
  );
});

test("hostile workbooks fail with a reason or are read within limits", async () => {
  const rows = Array.from({ length: 100_001 }, (_, at) => row(at + 1, number(`A${at + 1}`, at))).join("");
  expect(await failureOf("f.xlsx", buildXlsx(fees(rows)))).toBe("limit");
  expect(await failureOf("f.xlsx", buildXlsx(fees(" ".repeat(60 * 1024 * 1024))))).toBe("limit");
  expect(await failureOf("f.xlsx", buildXlsx(fees("")))).toBe("empty");
  expect(await failureOf("f.xlsx", "PK\x03\x04 cut off")).toBe("damaged");
  expect(await failureOf("f.xlsx", "not a workbook")).toBe("damaged");
  expect(await failureOf("f.xlsx", buildCfb([["EncryptedPackage", Buffer.alloc(5_000)]]))).toBe("protected");
  expect(await failureOf("f.docx", buildXlsx(fees(row(1, text("A1", "x")))))).toBe("unsupported");
  const wide = row(1, text("XFD1", "far") + text("A1", "near")) + row(1_048_576, text("A1048576", "deep"));
  const ranges = `<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="B2:A1"/><mergeCell ref="?"/></mergeCells>`;
  expect(await failureOf("f.xlsx", buildXlsx(fees(wide, ranges)))).toBeNull();
});

test("a sheet of too many rows is refused for its rows, however it is written", async () => {
  const rows = (of: (at: number) => string) => Array.from({ length: 1_500_000 }, (_, at) => of(at)).join("");
  const causeOf = async (name: string, bytes: Uint8Array) => {
    const outcome = await extractBytes(bytes, name);
    return outcome.ok ? null : outcome.failure.message;
  };
  const remedy = "Keep the rows that matter and upload it again.";
  expect(await causeOf("f.csv", Buffer.from(rows((at) => `${at},b\n`)))).toBe(
    `This file has more than 100,000 rows. ${remedy}`,
  );
  // as Excel writes it: each text once, before the cells
  const texts = rows((at) => `<si><t>Question ${at} of the supplier</t></si>`);
  expect(await causeOf("f.xlsx", buildXlsx(fees(row(1, `<c r="A1" t="s"><v>0</v></c>`)), texts))).toMatch(
    /^This workbook has too many rows: more than \d{3},\d{3} different texts were found in its cells\. Keep/,
  );
});

test("comma-separated values: the delimiter is found, names head their columns, an empty line ends a table", async () => {
  const semicolons = 'Fee;Amount;Note\nLate;"5,00";"a;b"\nWire;7;\n;;\nRates apply to all.\n';
  expect((await linesOf("f.csv", semicolons)).lines).toEqual([
    "header Fee | Amount | Note",
    "table_row Late | 5,00 | a;b",
    "table_row Wire | 7 |",
    "paragraph Rates apply to all.",
  ]);
  expect((await linesOf("f.csv", 'A,B\n1"x,2\n')).lines).toEqual(["header A | B", 'table_row 1"x | 2']);
  expect(await failureOf("f.csv", "\n\n")).toBe("empty");
});
