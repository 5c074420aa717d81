import { expect, test } from "vitest";
import { columnsOf, headingsOf } from "./rows.ts";

test("a row with a date and words names no columns", () => {
  const lines = [
    "Version\tDate\tChange",
    "4.1\tJune 1, 2025\tA partner was added",
    "4.2\tMarch 1, 2026\tStore credit",
  ].map((text) => ({ text }));
  expect(columnsOf(lines, 2, "")).toEqual(["Version", "Date", "Change"]);
  const years = ["Loss\t2024\t2025", "Fire\t12\t14"].map((text) => ({ text }));
  expect(columnsOf(years, 1, "")).toEqual(["Loss", "2024", "2025"]);
});

test("the headings of a section leave out the column names of its rows", () => {
  expect(headingsOf("5. Refunds › 5.2 Time › Paid with | Issued within")).toBe("5. Refunds › 5.2 Time");
  expect(headingsOf("Paid with\tIssued within")).toBe("");
  expect(headingsOf("4.2\tRefunds")).toBe("4.2\tRefunds");
});
