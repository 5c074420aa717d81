import { expect, test } from "vitest";
import { closestWords } from "./closest-words.ts";

const passage = (text: string, section = "") => ({ text, section, documentName: "Returns.pdf" });
const found = (question: string, text: string, section?: string) => {
  const [words] = closestWords(question, [passage(text, section)]);
  return words == null ? null : text.slice(words.start, words.end);
};

const policy = `Corvane Electronics Returns and Refunds Policy
1. Purpose
This policy covers returns in stores and by mail.
A customer may return an opened headset within 15 days.`;

test("the sentence with the most words of the question is the closest, however far below the title", () => {
  expect(found("May a headset be rented?", policy, "1. Purpose")).toBe(
    "A customer may return an opened headset within 15 days.",
  );
});

test("without a word in common, a passage starts at its first sentence below the headings", () => {
  expect(found("Who is the king of Mongolia?", policy, "1. Purpose")).toBe(
    "This policy covers returns in stores and by mail.",
  );
});

test("a table's row is found by its words", () => {
  const table = "Product | Unopened | Opened\nHeadsets | 30 days | 15 days\nDrones | 30 days | 7 days";
  expect(found("Are drones insured?", table)).toBe("Drones | 30 days | 7 days");
});

test("a passage of headings has no closest words", () => {
  expect(found("May a headset be rented?", "Returns Policy\n1. Purpose", "Returns Policy › 1. Purpose")).toBe(
    null,
  );
});

test("what is known only while a question is answered changes nothing: the record shows the same words", () => {
  const [taken, shipped] = ["Drones are taken back within 7 days.", "Drones are shipped by air."];
  const text = `${taken} ${shipped}`;
  const unit = (words: string, cosine: number) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length, cosine };
  };
  const wordsOf = (near: ReturnType<typeof unit>[]) => {
    const known = { ...passage(text), near };
    return closestWords("Are drones insured?", [known]);
  };
  expect(wordsOf([unit(taken, 0.9), unit(shipped, -0.9)])).toEqual(
    wordsOf([unit(taken, -0.9), unit(shipped, 0.9)]),
  );
});
