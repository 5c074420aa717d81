import { expect, test } from "vitest";
import type { Cell } from "./cell.ts";
import { csvRows } from "./csv.ts";

const line = (...cells: Cell[]) => csvRows([cells]).replace(/\r\n$/, "");

test("a cell with commas, quotes or line breaks stays one cell", () => {
  expect(
    csvRows([
      ["a", 'say "yes", now'],
      ["two\nlines", null],
    ]),
  ).toBe('a,"say ""yes"", now"\r\n"two\nlines",\r\n');
});

test("numbers, moments and days are written as such", () => {
  expect(line(-1.5, 0, new Date(Date.UTC(2026, 0, 31, 9, 5, 7)), { day: "2026-01-31" })).toBe(
    "-1.5,0,2026-01-31T09:05:07.000Z,2026-01-31",
  );
});

test("a text that a spreadsheet would turn into a number or a date keeps its characters, with no visible prefix", () => {
  const texts = [
    "+49 (30) 901820-0",
    "+1-555-0100",
    "0049301234",
    "12345678901234567890",
    "1E5",
    "1-50",
    "2.0",
  ];
  expect(line(...texts)).toBe(texts.map((text) => `\u2007${text}`).join(","));
  expect(line("42", "1 of 2", "2026-01-31", "a=b")).toBe("42,1 of 2,2026-01-31,a=b");
});

test("a cell that a spreadsheet would run is defused", () => {
  expect(line("=1+1", "+1+cmd|' /C calc'!A0", "-2", "@x", "＝1")).toBe(
    "'=1+1,'+1+cmd|' /C calc'!A0,'-2,'@x,'＝1",
  );
  expect(line("\t=1", "\r=1")).toBe("'\t=1,\"'\r=1\"");
});
