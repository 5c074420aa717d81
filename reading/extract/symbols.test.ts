import { expect, test } from "vitest";
import { signFontOf, signOf, textIn } from "./symbols.ts";

test.each([
  ["ABCDEF+Wingdings-Regular", "wingdings"],
  ["Wingdings2", "wingdings 2"],
  ["ABCDEF+Wingdings 3", "wingdings 3"],
  ["ABCDEF+OpenSymbol", "opensymbol"],
  ["SymbolMT", "symbol"],
  ["Webdings", "webdings"],
  ["SegoeUISymbol", null],
  ["Symbolic-Bold", null],
  ["Helvetica", null],
])("a PDF's font %s is a font of signs: %s", (name, font) => {
  expect(signFontOf(name)).toBe(font);
});

test.each([
  ["wingdings", 0x6f, "☐"],
  ["wingdings", 0xf0fe, "☑"],
  ["opensymbol", 0xf0fe, "☑"],
  ["opensymbol", 0xf0a3, "≤"],
  ["symbol", 0xf0b0, "°"],
  ["opensymbol", 0x61, "a"],
  ["symbol", 0x61, "a"],
  ["wingdings", 0x21, "!"],
])("the letter %s %i of a PDF shows %s", (font, code, sign) => {
  expect(String.fromCodePoint(signOf(font, code))).toBe(sign);
});

test("Word's letters in a font of signs are signs", () => {
  expect(textIn("Symbol", "a£5")).toBe("α≤5");
  expect(textIn("Wingdings", "o")).toBe("☐");
  expect(textIn("Arial", "o")).toBe("o");
});
