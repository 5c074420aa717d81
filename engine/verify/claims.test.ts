import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { checkAnswer, checkedPartOf } from "./claims.ts";

const passage = (text: string) => evidenceOf(text, { documentName: "Fleet policy.pdf", section: "Cars" });

const check = (written: string, evidence: Evidence[], question = "") =>
  checkAnswer({ written, question, evidence });

const verdictOf = (claim: string, text: string) => check(`${claim} [1]`, [passage(text)]).claims[0]?.verdict;

test("compares a sentence with its twin among similar sentences", () => {
  const text =
    "A manager may lend a company car to a trainee for at most 3 days under schedule 1. " +
    "A manager may lend a company van to a trainee for at most 5 days under schedule 2.";
  const van = "A manager may lend a company van to a trainee for at most";
  expect(verdictOf(`${van} 5 days.`, text)).toBe("supported");
  expect(verdictOf(`${van} 3 days.`, text)).toBe("contradicted");
});

test("a time that is named from another day is not confirmed by the day alone", () => {
  const text = "AutoPay can be stopped until 11:59 p.m. on the third business day before the due date.";
  expect(verdictOf(text, text)).toBe("supported");
  expect(verdictOf("AutoPay can be stopped until 11:59 p.m. on the due date.", text)).not.toBe("supported");
});

test("the label of a row confirms nothing without one of its values", () => {
  const text =
    "Decision\tAgent\tTeam lead\nCancel a card within 48 hours\tyes\tyes\nWaive a fee\tno\tup to $50";
  expect(verdictOf("A card may be canceled within 48 hours.", text)).toBe("open");
  expect(verdictOf("A team lead may waive a fee up to $50.", text)).toBe("supported");
});

test.each([
  ["There is no extension for vans; you issue a note.", "Vans are never extended; a note is issued instead."],
  [
    "You need written approval before a trip abroad.",
    "Trips within a day's drive need no approval; trips that lead abroad need the written approval of a manager before they begin.",
  ],
  ["Only after the review may vans be sold.", "Vans are not sold before the review."],
  ["Sale of a van is blocked.", "No sale of a van is made."],
  ["A driver is not allowed to sell a van.", "A van must not be sold by a driver."],
  [
    "Above EUR 50 the meter always asks for a code.",
    "Small fares are below EUR 50. Above that amount the meter always asks for a code.",
  ],
  [
    "Trainees may work at the depot on up to three days per month.",
    "Drivers whose tasks are suitable may work at the depot on up to ten days per month; trainees may do so on up to three days.",
  ],
  [
    "In Ohio the fee for a van is $10 instead of $15.",
    "The fee for a van is $15. The fee for a van in Ohio is $10, after 3 months.",
  ],
])("a sentence that says the same otherwise isn't told that its source denies it: %s", (claim, text) => {
  expect(verdictOf(claim, text)).not.toBe("contradicted");
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
  const { text, sources, claims } = check("Vans are washed weekly. [4]", [passage("Vans are red.")]);
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
  ["The handler acknowledges every claim in writing within two working days of receiving it.", "its words"],
  ["Claims with an injury are passed to the injury team.", "one of two statements"],
])("%s: %s is supported", (claim) => {
  expect(verdictOf(claim, handling)).toBe("supported");
});

test.each([
  ["The claim is acknowledged in writing within two working days.", "the same in the passive"],
  ["If the home was empty for more than 60 days, the excess is EUR 500.", "the same in another order"],
  [
    "Claims are acknowledged within two working days, and those with an injury are passed to the injury team.",
    "two statements",
  ],
])("%s: %s is left to the judge", (claim) => {
  expect(verdictOf(claim, handling)).toBe("open");
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
    const { claims, sources } = check(`Trailers are inspected once a year by a workshop${marks}.`, passages);
    expect(claims.map(({ verdict }) => verdict)).toEqual(["supported"]);
    expect(sources.map(({ evidence }) => evidence.rank)).toEqual([2]);
  }
});

test("keeps only the cited passages that support a sentence", () => {
  const passages = [
    passage("Vans are washed every Monday by the depot."),
    evidenceOf("Trailers are inspected once a year by a workshop.", { rank: 2, ordinal: 1 }),
  ];
  const { text } = check("Vans are washed every Monday by the depot [1][2].", passages);
  expect(text).toBe("Vans are washed every Monday by the depot. [1]");
});

test("checks a list item together with its lead-in", () => {
  const text = "Opened toys are not refunded. Unopened toys are refunded.";
  const verdicts = (lead: string) =>
    check(`${lead}:\n- opened toys [1]`, [passage(text)]).claims.map(({ verdict }) => verdict);
  expect(verdicts("The following are refunded")[1]).toBe("contradicted");
  expect(verdicts("The following are not refunded")[1]).not.toBe("contradicted");
});

test("ignores item numbers and horizontal rules", () => {
  const text = "Vans are washed weekly. Trailers are washed monthly. Buses are washed daily.";
  const { claims } = check(
    "1. Vans are washed weekly [1]\n2. Trailers are washed monthly [1]\n---\n3. Buses are washed daily [1]",
    [passage(text)],
  );
  // more of the last one may have been meant to follow
  expect(claims.map(({ verdict }) => verdict)).toEqual(["supported", "supported", "open"]);
});

test.each(["Returns are free of charge", "Returns are free of charge [1]", "- Returns are free of charge\n"])(
  "a sentence without its end may lack its condition: %s is not supported",
  (written) => {
    const item = passage("Returns are free of charge. Toys are returned within 30 days.");
    expect(check(`${written.trimEnd()}. [1]`, [item]).claims).toMatchObject([{ verdict: "supported" }]);
    expect(check(`${written} [1]`, [item]).claims).toMatchObject([{ verdict: "open" }]);
    expect(check(`${written} [1]\nToys are returned within 30 days. [1]`, [item]).claims).toMatchObject([
      { verdict: written.startsWith("-") ? "supported" : "open" },
      { verdict: "supported" },
    ]);
  },
);

test.each([
  ["Vans are red. [1]\nTolls cost 3.", "Vans are red. [1]"],
  ["Vans are red. [1]\nThey are washed unl", "Vans are red. [1]"],
  ["Vans are red. [1]\n> red vans\nThey are washed. [1]\n> are wash", "Vans are red. [1]\n> red vans"],
  ["Vans are red. [1]\nThey are washed. [1]", "Vans are red. [1]\nThey are washed. [1]"],
  ["Vans are sold in the U.S.", ""],
  ["One endless sentence about vans and", ""],
])("of an answer that was cut off, only whole sentences are checked: %j", (written, whole) => {
  expect(checkedPartOf(written, true)).toEqual({ written: whole, isCut: true });
});

test("takes the number of an item for no address", () => {
  for (const mark of ["1. ", "2) ", "(3) "])
    expect(verdictOf("Vans are washed weekly.", `${mark}Vans are washed weekly.`)).toBe("supported");
});

test("a sentence that leaves out a word of a phrase is left to the judge", () => {
  const source = "A gift card part is refunded first, and opened toys are refunded in stores of the company.";
  for (const claim of ["A card part is refunded first.", "Toys are refunded in stores of the company."])
    expect(verdictOf(claim, source)).toBe("open");
  expect(verdictOf("Opened toys are refunded in stores.", source)).toBe("supported");
});

test("a heading, the name of the document or the head of a passage is no sentence", () => {
  const item = { ...passage("Toys may go back."), section: "3. Returns › 3.1 Late returns" };
  for (const written of [
    "Late returns.",
    "3. Returns › 3.1 Late returns, page 2",
    "page 2",
    item.documentName,
  ])
    expect(check(`${written} [1]`, [item]).claims).toMatchObject([{ verdict: "unsupported", markers: [] }]);
});

const returns = "Toys cannot go back unless broken. A caller who fails twice must visit a store.";

test.each([
  ["Toys can only go back if broken.", "open"],
  ["Toys can go back.", "contradicted"],
  ["A caller who fails two times has to go to a store.", "open"],
  ["A caller who fails three times has to go to a store.", "unsupported"],
])("'only if' doesn't contradict 'not unless', nor 'two times' 'twice': %s", (claim, verdict) => {
  expect(verdictOf(claim, returns)).toBe(verdict);
});

test("an answer is checked up to its hundredth sentence, copied words aside, and says that it was cut", () => {
  const sentence = "Vans are washed. [1]\n> Vans are washed. Vans.\n";
  expect(checkedPartOf(sentence.repeat(100))).toEqual({ written: sentence.repeat(100), isCut: false });
  expect(checkedPartOf(sentence.repeat(102))).toEqual({ written: sentence.repeat(100), isCut: true });
  expect(checkedPartOf("word ".repeat(2_000))).toMatchObject({ isCut: true });
});

const limits =
  "Opened toys may be returned within 14 days, unless they were worn. Books may be returned within 20 days. This does not " +
  "apply to comics. Games may be returned within 40 days until March 2019. In Texas, lamps may be returned within 9 days. A bag that is still sealed may be exchanged by its buyer within 8 days.";

test.each([
  ["Opened toys may be returned within 14 days.", "unless they were worn"],
  ["Books may be returned within 20 days.", "This does not apply to comics."],
  ["Games may be returned within 40 days.", "until March 2019"],
  ["Lamps may be returned within 9 days.", "In Texas"],
  ["A bag may be exchanged within 8 days.", "that is still sealed may be exchanged by its buyer"],
])("%s is open beside its condition: %s", (claim, condition) => {
  expect(check(`${claim} [1]`, [passage(limits)]).claims).toMatchObject([{ verdict: "open", condition }]);
});

test.each([
  ["Cars", "Fleet policy Cars"],
  ["It is included [1].", "It is included. It is excluded."],
  ["Yes, opened toys may be returned within 14 days [1].", "Opened toys may be returned within 14 days."],
  ["Claims of the fleet [1].", "Claims of the fleet\nAll claims of the fleet are paid."],
  [
    "Write to the fleet desk at Main Street [1].",
    "Fleet desk, Main Street, tel. +49 30 1234567, fleet@example.com",
  ],
  ["The fleet was washed weekly [1].", "The rule that the fleet was washed weekly is no longer in force."],
])("%s is not confirmed by %s", (written, text) => {
  for (const { verdict } of check(written, [passage(text)]).claims) expect(verdict).not.toBe("supported");
});

test("a document that says it no longer applies confirms the past alone", () => {
  const old = {
    ...passage("Vans are washed weekly."),
    opening: "Fleet notice\nStatus: WITHDRAWN since May 2025",
  };
  const verdict = (claim: string) => check(`${claim} [1]`, [old]).claims[0]?.verdict;
  expect(verdict("Vans are washed weekly.")).toBe("open");
  expect(verdict("Vans are washed weekly by the withdrawn rule.")).not.toBe("contradicted");
});

test("keeps a rule that is applied to a figure of the question, and removes a wrong figure", () => {
  const rule = passage("You have 10 years from your release to use the benefits.");
  const verdict = (written: string) =>
    check(`${written} [1]`, [rule], "I was released 7 years ago. How long do I have?").claims[0]?.verdict;
  expect(verdict("You have 3 more years to use the benefits.")).toBe("open");
  expect(verdict("You have 4 more years to use the benefits.")).not.toBe("open");
});

test("shows words that the model copied beside a sentence that words do not confirm", () => {
  const rule = passage("Vans are cleaned by the depot each Monday. Cars are red.");
  const copied = (words: string) =>
    check(`Every week begins with a wash. [1]\n> ${words}`, [rule]).claims.map(({ verdict, markers }) => [
      verdict,
      markers.length,
    ]);
  expect(copied("vans are cleaned by the depot")).toEqual([["open", 1]]);
  expect(copied("Vans are cleaned … each Monday")).toEqual([["open", 1]]);
  expect(copied("vans are washed by the depot")).toEqual([["unsupported", 1]]);
});

test("an abbreviation and its words are one name, as the document defines it", () => {
  const defined = passage("The Money Laundering Reporting Officer (the “MLRO”) keeps the register.");
  const brief = passage("A branch manager reports a suspicious payment to the MLRO within 24 hours.");
  const full = passage(
    "A branch manager reports a cash deposit to the Money Laundering Reporting Officer within 48 hours.",
  );
  const verdict = (claim: string, item: Evidence, ...others: Evidence[]) =>
    check(
      `${claim} [1]`,
      [item, ...others].map((one, at) => ({ ...one, rank: at + 1 })),
    ).claims[0]?.verdict;
  const written =
    "A branch manager reports a suspicious payment to the Money Laundering Reporting Officer within 24 hours.";
  expect(verdict(written, brief, defined)).toBe("supported");
  expect(verdict(written.replace("24", "48"), brief, defined)).toBe("contradicted");
  expect(verdict("A branch manager reports a cash deposit to the MLRO within 48 hours.", full, defined)).toBe(
    "supported",
  );
  // nothing says what it means, or another document does
  expect(verdict(written, brief)).not.toBe("supported");
  expect(verdict(written, brief, { ...defined, versionId: defined.versionId + 1 })).not.toBe("supported");
});
