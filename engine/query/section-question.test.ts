import { expect, test } from "vitest";
import { buildSegment } from "#engine/index/segment.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import { askedSections } from "./section-question.ts";

test.each([
  ["§ 3.2", "3.2"],
  ["What does §3.2 say?", "3.2"],
  ["Clause 3.2", "3.2"],
  ["clause 12.2(a)?", "12.2(a)"],
  ["What does chapter 3 cover?", "3"],
  ["What is in section 11?", "11"],
  ["Show me Art. 4", "4"],
  ["2.2", "2.2"],
  ["What does 2.2 say?", "2.2"],
  ["What does Chapter Two cover?", "two"],
  ["Article IV", "iv"],
])("%s asks for a part by its number", (question, number) => {
  expect(askedSections(question).map((section) => section.number)).toEqual([number]);
});

test.each([
  ["What do sections 2.1 and 3.1 say?", ["2.1", "3.1"]],
  ["§§ 3.1, 3.2", ["3.1", "3.2"]],
  ["What do sections 2.1 to 2.4 say?", ["2.1", "2.2", "2.3", "2.4"]],
  ["clauses 2–4", ["2", "3", "4"]],
  ["clause 2.2 and clause 3.3", ["2.2", "3.3"]],
  ["What does § 2 say and what does § 5 say?", ["2", "5"]],
  ["2.1 & 3.1", ["2.1", "3.1"]],
  ["What do sections 3 to 1 say?", ["3", "1"]],
])("%s asks for several parts", (question, numbers) => {
  expect(askedSections(question).map(({ number }) => number)).toEqual(numbers);
});

test("a paragraph of a part is asked for by its mark", () => {
  expect(askedSections("What does § 2 (2) say?")[0]).toMatchObject({ number: "2", kind: null, item: "(2)" });
  expect(askedSections("Clause 4.1 (a)")[0]).toMatchObject({ number: "4.1", kind: "clause", item: "(a)" });
  expect(askedSections("What does step 4 say?")[0]).toMatchObject({ number: "4", kind: "step", item: "4." });
});

test("the document of a part can be named with it", () => {
  expect(askedSections("What is in Part B of the standing rules?")[0]).toMatchObject({
    ...{ number: "b", kind: "part", document: ["stand", "rule"] },
  });
  expect(askedSections("What does clause 3 of our lease say?")[0]).toMatchObject({
    ...{ number: "3", kind: "clause", document: ["leas"] },
  });
  expect(askedSections("What does clause 3 of the lease say about pets?")).toEqual([]);
});

test.each<[string, [string, string[]][]]>([
  [
    "What do clause 2 of the lease and clause 3 of the staff handbook say?",
    [
      ["2", ["leas"]],
      ["3", ["staff", "handbook"]],
    ],
  ],
  [
    "clauses 2 to 4 of the lease, clause 5 of the handbook",
    [..."234"].map((number): [string, string[]] => [number, ["leas"]]).concat([["5", ["handbook"]]]),
  ],
  [
    "What does clause 2 say in the lease and the handbook?",
    [
      ["2", ["leas"]],
      ["2", ["handbook"]],
    ],
  ],
  [
    "What do the lease's clause 2 and our handbook's clause 3 say?",
    [
      ["2", ["leas"]],
      ["3", ["handbook"]],
    ],
  ],
  [
    "clause 2 of the lease and clause 3",
    [
      ["2", ["leas"]],
      ["3", ["leas"]],
    ],
  ],
])("%s asks for parts of the documents named with them", (question, wanted) => {
  expect(askedSections(question).map(({ number, document }) => [number, document])).toEqual(wanted);
});

test.each([
  "What do clause 2 of the lease and the fee schedule say?",
  "What does section 3.2 say about refunds?",
  "How long are claims kept under clause 4?",
  "Is 3.5 percent paid?",
  "Do sections 3 and 4 apply?",
  "What are the clauses?",
  "How many points does rule make?",
  "Who signs part two of the visa form?",
])("%s has a subject of its own, or no number", (question) => {
  expect(askedSections(question)).toEqual([]);
});

const passages = [
  {
    section: "1. Purpose",
    text: "1. Purpose\n\nThis handbook protects staff.\n\nIt applies from day\n3 of a contract.",
  },
  { section: "2. Complaints", text: "2. Complaints\n\nComplaints are answered within 15 days." },
  { section: "3. Refunds › 3.1 Requests", text: "Refunds are paid within 10 days." },
  { section: "3. Refunds › 3.2 Interest", text: "Late refunds bear interest of four percent." },
  { section: "13. Visits", text: "13. Visits\n\nVisitors sign the book. See 3.2 for costs." },
  { section: "Chapter Two", text: "Chapter Two\n\nLock the store." },
];

function found(question: string): number[] {
  const index = createThemeIndex();
  index.add(1, buildSegment({ title: "Branch Handbook", passages }));
  return index.search(question, { limit: 10 }).hits.map(({ passage }) => passage);
}

test.each([
  ["What does section 3.2 say?", [3]],
  ["§ 2", [1]],
  ["What does chapter 3 cover?", [2, 3]],
  ["What is in section 13?", [4]],
  ["What does Chapter Two cover?", [5]],
  ["What do sections 3 and 13 say?", [2, 4, 3]],
])("%s finds the whole part, and nothing that only mentions its number", (question, wanted) => {
  expect(found(question)).toEqual(wanted);
});

test("a part is one of its kind, if a heading names the kind", () => {
  const index = createThemeIndex();
  const rules = [
    { section: "Part A › Clause 2. Meetings", text: "Clause 2. Meetings\n\n2.1 The board meets weekly." },
    { section: "Part B › Chapter 2 Fees › § 6 Signature", text: "§ 6 Signature\n\nThe master signs." },
    { section: "Part B › Schedule 2 Complaints", text: "Schedule 2 Complaints\n\n(a) In writing." },
  ];
  index.add(1, buildSegment({ title: "Harbor rules", passages: rules }));
  index.add(
    2,
    buildSegment({ title: "Office lease", passages: [{ section: "2. Rent", text: "2. Rent\n\nUSD 5." }] }),
  );
  const placesOf = (question: string) =>
    index.search(question, { limit: 10 }).hits.map(({ document, passage }) => [document, passage]);
  expect(placesOf("What does Schedule 2 say?")[0]).toEqual([1, 2]);
  expect(placesOf("What does chapter 2 cover?")[0]).toEqual([1, 1]);
  expect(placesOf("clause 2")[0]).toEqual([1, 0]);
  expect(placesOf("What is in Part B?")).toEqual([
    [1, 1],
    [1, 2],
  ]);
  expect(placesOf("What is in § 6?")).toEqual([[1, 1]]);
  expect(placesOf("What does clause 2 of the lease say?")[0]).toEqual([2, 0]);
});

test("the documents whose titles have most of the asked words come first", () => {
  const index = createThemeIndex();
  for (const [id, title] of ["Car lease", "Office lease", "Staff handbook"].entries())
    index.add(id, buildSegment({ title, passages }));
  const { hits } = index.search("§ 2 of the office lease", { limit: 10 });
  expect(hits.map(({ document }) => document)).toEqual([1, 0, 2]);
});

test("only the documents of the search are looked through", () => {
  const index = createThemeIndex();
  for (const id of [1, 2]) index.add(id, buildSegment({ title: `Handbook ${id}`, passages }));
  const { hits } = index.search("§ 2", { limit: 10, documents: new Set([2]) });
  expect(hits.map(({ document, passage }) => [document, passage])).toEqual([[2, 1]]);
});
