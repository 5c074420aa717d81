import { expect, test } from "vitest";
import { analyze, BREAK } from "./analyze.ts";

test("folds and stems words and drops stop words", () => {
  expect(analyze("The Customer's refunds are Paid in Zürich")).toEqual([
    "custom",
    "refund",
    "paid",
    "zurich",
  ]);
});

test("puts a break after a sentence, a line and a semicolon", () => {
  expect(analyze("Refunds. Fees\nTaxes; duties")).toEqual([
    "refund",
    BREAK,
    "fee",
    BREAK,
    "tax",
    BREAK,
    "duti",
  ]);
});

test("indexes a section number whole and by its parent sections", () => {
  expect(analyze("Rule 22.4.2(d)")).toEqual(["rule", "22.4.2(d)", BREAK, "22.4.2", "22.4"]);
  expect(analyze("Rule 4.15.12")).toEqual(["rule", "4.15.12", BREAK, "4.15"]);
  expect(analyze("section 48E(1)")).toEqual(["section", "48e(1)", BREAK, "48e"]);
});

test("reads an amount as one number, however its digits are grouped", () => {
  expect(analyze("$1,250,000 and 1250000")).toEqual(["1250000", "1250000"]);
  expect(analyze("a fee of 2.5%")).toEqual(["fee", "2.5"]);
});

test("indexes compounds by their parts and as one word", () => {
  expect(analyze("non-disclosure")).toEqual(["non", "disclosur", BREAK, "nondisclosur"]);
  expect(analyze("FY2022 10-K")).toEqual(["fy", "2022", "10", "k", BREAK, "fy2022", "10k"]);
  expect(analyze("JOHNSON_JOHNSON_2022_10K")).toContain("2022");
});

test("splits scripts without spaces into pairs of characters", () => {
  expect(analyze("退款政策")).toEqual(["退款", "款政", "政策"]);
  expect(analyze("환불 정책")).toEqual(["환불", "정책"]);
});

test("indexes Hebrew, Arabic, Cyrillic and Greek words with or without diacritics", () => {
  expect(analyze("מְדִינִיּוּת")).toEqual(analyze("מדיניות"));
  expect(analyze("Политика Возврата")).toEqual(["политика", "возврата"]);
  expect(analyze("سياسة الاسترداد")).toHaveLength(2);
  expect(analyze("Πολιτική")).toEqual(analyze("πολιτικη"));
});

test("finds no terms in punctuation, white space or stop words alone", () => {
  expect(analyze(" … !? \n—")).toEqual([]);
  expect(analyze("what is it of the")).toEqual([]);
});

test("leaves out words too long to be asked for", () => {
  expect(analyze("x".repeat(500))).toEqual([]);
});

test("reads a million characters in linear time", () => {
  const start = performance.now();
  analyze("9.9(".repeat(250_000));
  analyze("a-".repeat(500_000));
  expect(performance.now() - start).toBeLessThan(5000);
});
