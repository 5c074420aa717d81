import { expect, test } from "vitest";
import { paragraphGoesOn, sentencesOf } from "./sentences.ts";

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

test("continues a wrapped sentence over an indent and before a capital", () => {
  const wrapped = [
    "4.2 Private phones may be used for mail and calendar if the app is installed. The company",
    "    can then erase company data. A lost phone is reported within two hours to the",
    "    Service Desk, at night as well. It is replaced within a week.",
  ];
  expect(texts(wrapped.join("\n"))).toEqual([
    "4.2 Private phones may be used for mail and calendar if the app is installed.",
    "The company\n    can then erase company data.",
    "A lost phone is reported within two hours to the\n    Service Desk, at night as well.",
    "It is replaced within a week.",
  ]);
  const lines = [
    "What the insured person must do after a loss has been reported",
    "Tell us at once. Keep all receipts.",
  ];
  expect(texts(lines.join("\n"))[0]).toBe(lines[0]);
});

test("tells a wrapped paragraph from the next one", () => {
  const text = [
    "6.2 Suspicious mail is reported with the button and isn't sent to colleagues.",
    "    Nobody is blamed.",
    "6.3 Chat assistants may be used for Public and Internal information, if",
    "    approved.",
    "",
    "All of it is reviewed by the security team in March and again in September.",
    "Exceptions need the consent of the head of the department, and are recorded",
    "for a year.",
    "They end in June.",
  ].join("\n");
  const found = sentencesOf(text);
  const goesOn = found.slice(1).map((next, index) => paragraphGoesOn(text, found[index] ?? next, next));
  expect(goesOn).toEqual([true, false, false, true, false]);
});

test("returns offsets that match the text in any script", () => {
  const text = "第一条。本政策适用。\nÜber 30 Tage gilt § 4.\nשלום. עולם.";
  for (const sentence of sentencesOf(text))
    expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
});
