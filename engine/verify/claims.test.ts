import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import { checkAnswer } from "./claims.ts";

const passage = (text: string) => evidenceOf(text, { documentName: "Fleet policy.pdf", section: "Cars" });

const verdictOf = (claim: string, text: string) =>
  checkAnswer(`${claim} [1]`, [passage(text)]).claims[0]?.verdict;

test("compares a sentence with its twin among similar sentences", () => {
  const text =
    "A manager may lend a company car to a trainee for at most 3 days under schedule 1. " +
    "A manager may lend a company van to a trainee for at most 5 days under schedule 2.";
  const van = "A manager may lend a company van to a trainee for at most";
  expect(verdictOf(`${van} 5 days.`, text)).toBe("supported");
  expect(verdictOf(`${van} 3 days.`, text)).toBe("contradicted");
});

test("compares a figure with its own column", () => {
  const text =
    "Claims paid by line:\n(Thousands)\tDecember 31, 2025\tDecember 31, 2024\nHome\t1,250\t990\nMotor\t480\t455";
  const verdict = (claim: string) => verdictOf(claim, text);
  expect(verdict("Home claims paid were 1,250 in 2025.")).toBe("supported");
  expect(verdict("Home claims paid were 1,250 in 2024.")).toBe("unsupported");
  expect(verdict("Home claims paid rose from 990 in 2024 to 1,250 in 2025.")).toBe("open");
  expect(verdict("Home claims paid rose from 1,250 in 2024 to 990 in 2025.")).toBe("unsupported");
  expect(verdict("In 2024 home claims paid were 990 and in 2025 they were 1,250.")).toBe("supported");
  expect(verdict("Motor claims paid were 480 thousand on December 31, 2025.")).toBe("supported");
});

test("removes marks without a passage and marks their sentence unsupported", () => {
  const { text, sources, claims } = checkAnswer("Vans are washed weekly. [4]", [passage("Vans are red.")]);
  expect(text).toBe("Vans are washed weekly.");
  expect(sources).toEqual([]);
  expect(claims.map(({ verdict, markers }) => ({ verdict, markers }))).toEqual([
    { verdict: "unsupported", markers: [] },
  ]);
});

const handling =
  "The handler acknowledges every claim in writing within two working days of receiving it and tells the policyholder " +
  "what is missing. Claims with an injury are passed to the injury team; the handler does not call the injured person. " +
  "The excess is EUR 250 for each claim and EUR 500 if the home was empty for more than 60 days, unless a house-sitter " +
  "was there. The supervisor reviews the list of open claims and the handler closes the file.";

test.each([
  ["The claim is acknowledged in writing within two working days.", "the same in the passive"],
  ["If the home was empty for more than 60 days, the excess is EUR 500.", "the same in another order"],
  [
    "Claims are acknowledged within two working days, and those with an injury are passed to the injury team.",
    "two statements",
  ],
])("%s: %s is supported", (claim) => {
  expect(verdictOf(claim, handling)).toBe("supported");
});

test.each([
  ["The injury team acknowledges every claim within two working days.", "words of another sentence"],
  ["The handler reviews the list of open claims.", "another actor of the same sentence"],
  ["The handler acknowledges every claim within two working days of closing it.", "another beginning"],
  ["The excess is EUR 500 if a house-sitter was there.", "the exception made the rule"],
  ["All claims are passed to the injury team.", "some made all"],
])("%s: %s is not supported", (claim) => {
  expect(verdictOf(claim, handling)).not.toBe("supported");
});

test("cites the supporting passage when a mark is missing or wrong", () => {
  const passages = [
    passage("Vans are washed every Monday by the depot."),
    evidenceOf("Trailers are inspected once a year by a workshop.", { rank: 2, ordinal: 1 }),
  ];
  for (const marks of ["", " [1]", " [9]"]) {
    const { claims, sources } = checkAnswer(
      `Trailers are inspected once a year by a workshop${marks}.`,
      passages,
    );
    expect(claims.map(({ verdict }) => verdict)).toEqual(["supported"]);
    expect(sources.map(({ evidence }) => evidence.rank)).toEqual([2]);
  }
});

test("keeps only the cited passages that support a sentence", () => {
  const passages = [
    passage("Vans are washed every Monday by the depot."),
    evidenceOf("Trailers are inspected once a year by a workshop.", { rank: 2, ordinal: 1 }),
  ];
  const { text } = checkAnswer("Vans are washed every Monday by the depot [1][2].", passages);
  expect(text).toBe("Vans are washed every Monday by the depot. [1]");
});

test("checks a list item together with its lead-in", () => {
  const text = "Opened toys are not refunded. Unopened toys are refunded.";
  const verdicts = (lead: string) =>
    checkAnswer(`${lead}:\n- opened toys [1]`, [passage(text)]).claims.map(({ verdict }) => verdict);
  expect(verdicts("The following are refunded")[1]).toBe("contradicted");
  expect(verdicts("The following are not refunded")[1]).not.toBe("contradicted");
});

test("ignores item numbers and horizontal rules", () => {
  const text = "Vans are washed weekly. Trailers are washed monthly. Buses are washed daily.";
  const { claims } = checkAnswer(
    "1. Vans are washed weekly [1]\n2. Trailers are washed monthly [1]\n---\n3. Buses are washed daily [1]",
    [passage(text)],
  );
  expect(claims.map(({ verdict }) => verdict)).toEqual(["supported", "supported", "supported"]);
});
