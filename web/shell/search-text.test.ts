import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

test("words of a link arrive as they stand in it", () => {
  for (const word of ["662380e2", "007", "1e3", "true", "null", "{}", "[1]", "-0", "3.10", " a ", '"'])
    expect(parseSearch(`?q=${encodeURIComponent(word)}`)).toEqual({ q: word });
  expect(parseSearch("?q=a+b%20c&q=second&empty=")).toEqual({ q: "a b c", empty: "" });
  expect(parseSearch("?__proto__=1&broken=%E0%A4")).toMatchObject({ broken: expect.any(String) as string });
});

test("links with quotation marks around a number are read as before", () => {
  expect(parseSearch("?q=%22007%22&tab=record&companyId=7")).toEqual({
    q: "007",
    tab: "record",
    companyId: "7",
  });
});

test("every text is written so that it is read again", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ unit: "grapheme" })),
      (values) => {
        expect(parseSearch(stringifySearch(values))).toEqual({ ...values });
      },
    ),
  );
  expect(stringifySearch({ q: '"007"', page: 2, isOpen: true, none: undefined })).toBe(
    "?q=%22%5C%22007%5C%22%22&page=2&isOpen=true",
  );
  expect(stringifySearch({})).toBe("");
});
