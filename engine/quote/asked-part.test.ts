import { expect, test } from "vitest";
import { bestWords } from "#engine/draft.ts";
import { evidenceOf, retrievedOf } from "#testing/evidence.ts";
import { answerExtractively } from "./extractive.ts";

const text =
  "Payment of invoices is due in euros.\n2.1 Invoices are settled within 30 days.\n2.2 Late invoices bear interest of 4 percent. Interest is due monthly.\n2.2.1 Interest below 5 euros is waived.\n2.3 Banks are named in the annex.";

function markedFor(question: string): string[] {
  const evidence = evidenceOf(text, { coverage: 1, proximity: 1, section: "2 Payment" });
  const { sources } = answerExtractively(question, retrievedOf([evidence], { passages: 1 }));
  return sources.flatMap(({ quote, answering }) =>
    (answering ?? []).map(({ start, end }) => quote.slice(start, end)),
  );
}

test.each([
  ["What does 2.1 say?", /^2\.1 Invoices/],
  ["clause 2.2", /^2\.2 Late/],
  ["What does § 2.2.1 say?", /^2\.2\.1 Interest/],
  ["Section 2", /^Payment of invoices/],
])("%s marks the paragraph of that number first", (question, first) => {
  expect(markedFor(question)[0]).toMatch(first);
});

test("marks no paragraph beside the one that is asked for by its number", () => {
  const marked = markedFor("What does 2.2 say?").join(" ");
  expect(marked).not.toMatch(/2\.1 Invoices|2\.3 Banks/);
});

test("leads with the asked paragraph although another comes first", () => {
  const evidence = evidenceOf(text, { coverage: 1, proximity: 1 });
  const draft = answerExtractively("What does 2.3 say?", retrievedOf([evidence], { passages: 1 }));
  expect(draft.sources.map(bestWords)).toEqual(["2.3 Banks are named in the annex."]);
});

test.each([
  ["What do sections 2.1 and 2.3 say?", [/^2\.1 Invoices/, /^2\.3 Banks/]],
  ["§§ 2.3, 2.2", [/^2\.2 Late/, /^2\.3 Banks/]],
])("%s marks where each part begins, in the order of the text", (question, beginnings) => {
  const marked = markedFor(question);
  expect(marked).toHaveLength(beginnings.length);
  for (const [place, beginning] of beginnings.entries()) expect(marked[place]).toMatch(beginning);
});

test("says which of several parts wasn't found", () => {
  const evidence = evidenceOf(text, { coverage: 1, proximity: 1, section: "2 Payment" });
  const draft = answerExtractively("sections 2.1 and 9.9", retrievedOf([evidence], { passages: 1 }));
  expect(draft.reason).toContain("No part numbered 9.9 was found.");
});

test("answers each of several parts from the document that is named with it", () => {
  const found = ["Office Lease.pdf", "Car Lease.pdf", "Staff Handbook.pdf"].flatMap(
    (documentName, documentId) =>
      ["2 Costs", "3 Dates"].map((section, ordinal) =>
        evidenceOf(`${documentName} says this of ${section}.`, {
          ...{ documentName, documentId, section, ordinal },
          ...{ coverage: 1, proximity: 1 },
        }),
      ),
  );
  const saidOf = (question: string) =>
    answerExtractively(question, retrievedOf(found)).sources.map(({ quote }) => quote);
  expect(saidOf("What do clause 2 of the car lease and clause 3 of the handbook say?")).toEqual([
    "Car Lease.pdf says this of 2 Costs.",
    "Staff Handbook.pdf says this of 3 Dates.",
  ]);
  expect(saidOf("clause 3 of the by-laws and clause 2 of the handbook")).toContain(
    "Office Lease.pdf says this of 3 Dates.",
  );
});

test("finds a short section in the passage that it shares with the next one", () => {
  const shared = evidenceOf(
    "2. Leave\n\nLeave is thirty days a year.\n\n3. Notice\n\nNotice is given in writing.",
    {
      ...{ section: "3. Notice", coverage: 1, proximity: 1 },
    },
  );
  const draft = answerExtractively("What do sections 2 and 3 say?", retrievedOf([shared], { passages: 1 }));
  const marked = draft.sources.flatMap(({ quote, answering = [] }) =>
    answering.map(({ start, end }) => quote.slice(start, end)),
  );
  expect(marked).toEqual(["Leave is thirty days a year.", "Notice is given in writing."]);
  expect(draft.reason).toBeNull();
});
