import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("a cell with commas, quotes or line breaks stays one cell", () => {
  expect(
    csvOf([
      ["a", 'say "yes", now'],
      ["two\nlines", ""],
    ]),
  ).toBe('\uFEFFa,"say ""yes"", now"\r\n"two\nlines",\r\n');
});

test("a cell that a spreadsheet would run as a formula is escaped", () => {
  expect(csvOf([["=1+1", "-2", "@x", "+3", "a=b"]])).toBe("\uFEFF'=1+1,'-2,'@x,'+3,a=b\r\n");
});
