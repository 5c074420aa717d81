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

test("finds words whatever signs and spaces stand between their letters", () => {
  const text = "He said “the co-pay fee  is\n5 euros”. Later the fee rose.";
  const found = locateWords(text, "The co‑pay fee is '5 EUROS'");
  expect(text.slice(found?.start, found?.end)).toBe("the co-pay fee  is\n5 euros");
  expect(locateWords(text, "fee rises")).toBeNull();
  expect(locateWords(text, "ee rose")).toBeNull();
});
