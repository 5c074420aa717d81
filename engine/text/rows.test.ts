import { expect, test } from "vitest";
import { headingsOf } from "./rows.ts";

test("the headings of a section leave out the column names of its rows", () => {
  expect(headingsOf("5. Refunds › 5.2 Time › Paid with | Issued within")).toBe("5. Refunds › 5.2 Time");
  expect(headingsOf("Paid with\tIssued within")).toBe("");
  expect(headingsOf("4.2\tRefunds")).toBe("4.2\tRefunds");
});
