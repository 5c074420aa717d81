import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { expect, test } from "vitest";
import { openPackage } from "#reading/extract/office/package.ts";
import { parsePart } from "#reading/extract/office/xml.ts";
import { readXlsx } from "#reading/extract/sheet/xlsx.ts";
import type { Cell } from "#spreadsheets/cell.ts";
import { mostRows } from "#spreadsheets/xlsx.ts";
import { spreadsheetResponse } from "./spreadsheet.ts";

async function* inBatches(rows: Cell[][]) {
  for (const row of rows) yield await Promise.resolve([row]);
}

async function workbook(header: string[], batches: AsyncIterable<Cell[][]>): Promise<Buffer> {
  const { body } = spreadsheetResponse("xlsx", { name: "leads-2026-01-31", header, batches });
  return buffer(body as Readable);
}

/** The text of the only data row's cells, as a spreadsheet shows them. */
async function shown(...cells: Cell[]): Promise<string> {
  const read = await readXlsx(await workbook(["A"], inBatches([["row", ...cells]])));
  return read.pages.map(({ text }) => text).join("\n");
}

/** Type, number format and stored value of each cell below the header. */
async function stored(...cells: Cell[]) {
  const zip = await openPackage(await workbook(["A"], inBatches([cells])), "Excel");
  const found: { type: string; style: number; value: string }[] = [];
  await parsePart(zip, "xl/worksheets/sheet1.xml", {
    open: ({ name, attribute }) => {
      if (name === "s:f") throw new Error("a formula");
      if (name === "s:c")
        found.push({ type: attribute("t") ?? "n", style: Number(attribute("s")), value: "" });
    },
    text: (text) => {
      const last = found.at(-1);
      if (last !== undefined) last.value += text;
    },
    close: () => {},
  });
  return found.slice(1);
}

test("numbers, moments and days are typed cells, and shown as such", async () => {
  const moment = new Date(Date.UTC(2026, 0, 31, 9, 5, 7));
  expect(await stored(-1.5, moment, { day: "2026-01-31" }, "1.5")).toMatchObject([
    { type: "n", value: "-1.5" },
    { type: "n", value: String(46_053 + (9 * 3600 + 5 * 60 + 7) / 86_400) },
    { type: "n", value: "46053" },
    { type: "inlineStr", value: "1.5" },
  ]);
  const text = await shown(-1.5, moment, { day: "2026-01-31" });
  expect(text).toContain("-1.5");
  expect(text).toContain("2026-01-31 09:05:07 UTC");
});

test("text stays text, whatever a spreadsheet would make of it", async () => {
  const texts = [
    ...["=1+1", "+49 30 901820", "-2", "@x", "\t=1", "0049301234", "12345678901234567890", "1-50", "1E5"],
    ...['say "yes" & <b>', "two\nlines", " spaces ", "العربية ‏123", "👩‍👩‍👧", "_x0041_"],
  ];
  const cells = await stored(...texts);
  expect(cells.every(({ type }) => type === "inlineStr")).toBe(true);
  expect(cells.map(({ value }) => value.replaceAll("_x005F_", "_"))).toEqual(texts);
  // read by the product's own reader, which joins the white space of a cell
  const text = await shown("+49 30 901820", "_x0041_", "one\u000btwo");
  expect(text).toContain("+49 30 901820");
  expect(text).toContain("_x0041_");
  expect(text).toMatch(/one\stwo/);
});

test("a text longer than Excel's cell ends with a note; a half character does no harm", async () => {
  const [long, half] = await stored("a".repeat(40_000), "\ud83d");
  expect(long?.value).toHaveLength(32_767);
  expect(long?.value).toMatch(/the CSV file has all of it\.$/);
  expect(half?.value).toBe("\ufffd");
});

test("a list beyond Excel's last row goes on in the next sheet, and is streamed", async () => {
  const row: Cell[] = [1];
  async function* many() {
    for (let left = mostRows + 10; left > 0; left -= 100_000)
      yield await Promise.resolve(Array.from({ length: Math.min(left, 100_000) }, () => row));
  }
  const zip = await openPackage(await workbook(["A"], many()), "Excel");
  expect(zip.names).toContain("xl/worksheets/sheet2.xml");
  let rows = 0;
  await parsePart(zip, "xl/worksheets/sheet2.xml", {
    open: ({ name }) => void (rows += Number(name === "s:row")),
    text: () => {},
    close: () => {},
  });
  // a header in each sheet: one row of the first is no data
  expect(rows).toBe(1 + 11);
});

test("a failing list ends the file with its error", async () => {
  async function* failing(): AsyncGenerator<Cell[][]> {
    yield await Promise.resolve([["one"]]);
    throw new Error("the database is away");
  }
  await expect(workbook(["A"], failing())).rejects.toThrow("the database is away");
});
