import { expect, test } from "vitest";
import { locateWords } from "./locate-words.ts";
import { onOneLine, withoutEnd, withoutEnds } from "./trim.ts";

test("trims punctuation at the ends of a text and keeps it inside", () => {
  expect(withoutEnd("a, b, -", /[\s,-]/)).toBe("a, b");
  expect(withoutEnds("“a ”b””", /["“”]/)).toBe("a ”b");
  expect(withoutEnds("...", /\./)).toBe("");
});

test("joins lines and cells into one line and keeps single spaces", () => {
  expect(onOneLine("Fee \n\n 5 euros\tper day")).toBe("Fee 5 euros per day");
});

test("finds words next to quotation marks, full stops and other separators", () => {
  const text = "He said “the fee  is\n5 euros”. Later the fee rose.";
  const found = locateWords(text, "The fee is 5 EUROS", { caseSensitive: false });
  expect(text.slice(found?.start, found?.end)).toBe("the fee  is\n5 euros");
  expect(locateWords(text, "The fee is", { caseSensitive: true })).toBeNull();
  expect(locateWords(text, "fee rises", { caseSensitive: false })).toBeNull();
});
