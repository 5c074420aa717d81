import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";

const texts = (text: string) => sentencesOf(text).map((sentence) => sentence.text);

test("sentences end at stops, not at abbreviations and section numbers", () => {
  expect(
    texts("See Art. 12 of the policy. It applies to Harbor Inc. and others, e.g. dealers. Call us."),
  ).toEqual([
    "See Art. 12 of the policy.",
    "It applies to Harbor Inc. and others, e.g. dealers.",
    "Call us.",
  ]);
});

test("list items and table rows stand alone", () => {
  expect(
    texts("The agent asks for:\n- the order number\n- the delivery ZIP code\nLaptop\t14 days\t15 percent"),
  ).toEqual([
    "The agent asks for:",
    "- the order number",
    "- the delivery ZIP code",
    "Laptop\t14 days\t15 percent",
  ]);
});

test("a sentence goes on over a line that was broken for its width", () => {
  expect(
    texts(
      "A customer may return an unopened product within thirty days\nof delivery. Gift cards are not refundable.",
    ),
  ).toEqual([
    "A customer may return an unopened product within thirty days\nof delivery.",
    "Gift cards are not refundable.",
  ]);
});

test("offsets give back the words, in any script", () => {
  const text = "第一条。本政策适用。\nÜber 30 Tage gilt § 4.\nשלום. עולם.";
  for (const sentence of sentencesOf(text))
    expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
});
