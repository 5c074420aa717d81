import { expect, test } from "vitest";
import { questionsFrom } from "./opening-questions.ts";

const heading = (version_id: number, section: string, passages = 1) => ({ version_id, section, passages });

test("questions come from the longest sections of different documents, and one from a definition", () => {
  const headings = [
    heading(1, "3. Return Windows › 3.3 Opened products", 4),
    heading(1, "3. Return Windows › 3.4 Holiday purchases", 5),
    heading(2, "2.1 Late fees", 2),
    heading(2, "1. Scope", 9),
  ];
  const definitions = [
    { version_id: 1, text: "2. Definitions\n\nRestocking fee means the amount that is kept." },
  ];
  expect(questionsFrom({ headings, definitions, subjects: [], names: [] })).toEqual([
    "What are the rules on holiday purchases?",
    "What are the rules on late fees?",
    "What does “restocking fee” mean?",
  ]);
  expect(questionsFrom({ headings, definitions: [], subjects: [], names: [] })).toEqual([
    "What are the rules on holiday purchases?",
    "What are the rules on late fees?",
    "What are the rules on opened products?",
  ]);
  expect(
    questionsFrom({ headings, definitions: [], subjects: ["opened products"], names: ["Late Fees.pdf"] })[0],
  ).toBe("What are the rules on opened products?");
});

test("names keep their capitals; generic, all-caps and numbered headings make no question", () => {
  const sections = [
    "Stride Installment Plan",
    "TABLE OF CONTENTS",
    "Change history",
    "Who uses it",
    "FORM 10-K",
    "IRS reporting duties",
  ];
  const headings = sections.map((section) => heading(1, section));
  expect(questionsFrom({ headings, definitions: [], subjects: [], names: [] })).toEqual([
    "What are the rules on Stride Installment Plan?",
    "What are the rules on IRS reporting duties?",
  ]);
  expect(questionsFrom({ headings: [], definitions: [], subjects: [], names: [] })).toEqual([]);
});
