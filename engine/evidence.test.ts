import { expect, test } from "vitest";
import { pageOf, turnOf } from "./evidence.ts";

test("cites the page of the words, not of the heading on the page before", () => {
  const firstPage = "4.1 Fees are low.\n\n4.2 Late refunds";
  const text = "4.2 Late refunds\nA refund is late after ten days.";
  const at = turnOf(text, firstPage, firstPage.indexOf("4.2"));
  expect(text.slice(0, at)).toBe("4.2 Late refunds");
  const passage = { text, pageNumber: 7, pageIndex: 6, turn: { at, pageNumber: 8, pageIndex: 7 } };
  expect(pageOf(passage, "4.2 Late refunds")).toEqual({ pageNumber: 7, pageIndex: 6 });
  expect(pageOf(passage, "A refund is late after ten days.")).toEqual({ pageNumber: 8, pageIndex: 7 });
  expect(pageOf({ ...passage, turn: null }, "A refund is late after ten days.").pageNumber).toBe(7);
});

test("cites the first page of a sentence that spans two", () => {
  const firstPage = "The fee is due within thirty";
  const text = "The fee is due within thirty\ndays of the first reminder.";
  const at = turnOf(text, firstPage, 0);
  const passage = { text, pageNumber: 1, pageIndex: 0, turn: { at, pageNumber: 2, pageIndex: 1 } };
  expect(pageOf(passage, text).pageNumber).toBe(1);
});
