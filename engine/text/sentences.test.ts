import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";

const texts = (text: string) => sentencesOf(text).map((sentence) => sentence.text);

test("ends sentences at full stops, not at abbreviations or section numbers", () => {
  expect(
    texts("See Art. 12 of the policy. It applies to Harbor Inc. and others, e.g. dealers. Call us."),
  ).toEqual([
    "See Art. 12 of the policy.",
    "It applies to Harbor Inc. and others, e.g. dealers.",
    "Call us.",
  ]);
});

test("treats list items and table rows as sentences of their own", () => {
  expect(
    texts("The agent asks for:\n- the order number\n- the delivery ZIP code\nLaptop\t14 days\t15 percent"),
  ).toEqual([
    "The agent asks for:",
    "- the order number",
    "- the delivery ZIP code",
    "Laptop\t14 days\t15 percent",
  ]);
});

test("continues a sentence over a line break that only wraps it", () => {
  expect(
    texts(
      "A customer may return an unopened product within thirty days\nof delivery. Gift cards are not refundable.",
    ),
  ).toEqual([
    "A customer may return an unopened product within thirty days\nof delivery.",
    "Gift cards are not refundable.",
  ]);
});

test("returns offsets that match the text in any script", () => {
  const text = "第一条。本政策适用。\nÜber 30 Tage gilt § 4.\nשלום. עולם.";
  for (const sentence of sentencesOf(text))
    expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
});
