import { expect, test } from "vitest";
import { foldHeading } from "#contract/answering/answers.ts";
import { bestWords } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { evidenceOf, retrievedOf } from "#testing/evidence.ts";
import { answerExtractively } from "./extractive.ts";
import type { Focus } from "./focus.ts";

const passage = (rank: number, text: string, given: Partial<Evidence> = {}) =>
  evidenceOf(text, {
    rank,
    score: 0.5 - rank / 100,
    documentName: "Returns Policy",
    ordinal: rank,
    pageNumber: rank,
    pageIndex: rank,
    ...given,
  });

const answerTo = (question: string, evidence: Evidence[], focus?: Focus) =>
  answerExtractively(question, retrievedOf(evidence), [], focus);
const litIn = (question: string, ...evidence: Evidence[]) =>
  answerTo(question, evidence).sources.map(bestWords);

test("quotes the best passage whole and marks the answering sentence", () => {
  const rule = "Opened laptops may be returned within 14 days of delivery.";
  const text = `Unopened laptops are taken back at any branch. ${rule} Parcels are collected on Mondays.`;
  const { text: answer, sources, claims } = answerTo("May opened laptops be returned?", [passage(1, text)]);
  expect(sources).toMatchObject([{ marker: 1, quote: text }]);
  expect(sources.map(bestWords)).toEqual([rule]);
  expect(answer).toBe(`${text} [1]`);
  expect(claims.map(({ start, end }) => answer.slice(start, end))).toEqual([rule]);
});

test("words that share none with a question are no answer where the reader doubts them", () => {
  const text = "Corvane sells in Ohio and Texas.";
  const near = { ...passage(1, text), score: 0.95, near: [{ start: 0, end: text.length, cosine: 0.9 }] };
  const outcomeOf = (score: number, unknownWords: string[]) =>
    answerExtractively("What is the capital of France?", {
      ...retrievedOf([near]),
      unknownWords,
      readings: [{ score, units: [{ start: 0, end: text.length, score: 8 }] }],
    }).outcome;
  expect(outcomeOf(6, ["France"])).toBe("answered");
  expect(outcomeOf(-3, ["France"])).toBe("abstained");
  expect(outcomeOf(-3, [])).toBe("answered");
  expect(outcomeOf(-5, [])).toBe("abstained");
});

test("a document that says it no longer applies leads only a question of the past, or where nothing else answers", () => {
  const old = passage(1, "The grace period is five days.", {
    opening: "CIRCULAR 2023-07\n\nStatus: SUPERSEDED on April 1, 2025 by the plan's policy.",
  });
  const present = passage(2, "Grace period means the ten days after the due date.", {
    documentId: 2,
    opening: "This policy supersedes Circular 2023-07. Circular 2023-07 was withdrawn.",
  });
  const leadOf = (question: string, ...evidence: Evidence[]) =>
    answerTo(question, evidence).sources[0]?.quote;
  expect(leadOf("Is there a grace period?", old, present)).toBe(present.text);
  expect(leadOf("Was there a grace period in 2024?", old, present)).toBe(old.text);
  const alone = answerTo("Is there a grace period?", [old]);
  expect(alone.sources[0]?.quote).toBe(old.text);
  expect(alone.reason).toContain("'Returns Policy' says that it no longer applies.");
});

test("a document whose last day is over leads no question of today, and says its day where nothing else answers", () => {
  const old = passage(1, "The grace period is five days.", {
    opening: "CIRCULAR 2023-07\n\nValid until: December 31, 2024",
    askedOn: "2025-01-01",
  });
  const present = passage(2, "Grace period means the ten days after the due date.", { documentId: 2 });
  const leadOf = (...evidence: Evidence[]) =>
    answerTo("Is there a grace period?", evidence).sources[0]?.quote;
  expect(leadOf(old, present)).toBe(present.text);
  expect(leadOf({ ...old, askedOn: "2024-12-31" }, present)).toBe(old.text);
  expect(answerTo("Is there a grace period?", [old]).reason).toContain(
    "'Returns Policy' says that it applies until December 31, 2024.",
  );
});

test("a part asked for by its number is quoted from its beginning", () => {
  const part = { score: 0.99, coverage: 1, proximity: 1 };
  const last = passage(1, "Refusals are signed by the General Counsel of the company.", {
    ...part,
    ordinal: 7,
  });
  const first = passage(2, "Requests are logged.", { ...part, ordinal: 6 });
  const { sources } = answerTo("What does chapter 3 cover?", [
    last,
    first,
    passage(3, "Chapters are numbered."),
  ]);
  expect(sources.map(({ quote }) => quote)).toEqual([first.text, last.text]);
});

test("the reader's scores choose among passages and sentences that words can't tell apart", () => {
  const [first, second] = ["Laptops go to branch one. ", "Laptops go to branch two."];
  const evidence = [passage(1, "Laptops go to branch nine."), passage(2, first + second)];
  const question = "Where do laptops go?";
  const leadWith = (...scores: number[]) => {
    const [nine = 0, one = 0, two = 0] = scores;
    const readings = [
      { score: nine, units: [{ start: 0, end: 26, score: nine }] },
      {
        score: Math.max(one, two),
        units: [
          { start: 0, end: 25, score: one },
          { start: 26, end: 51, score: two },
        ],
      },
    ];
    const found = { ...retrievedOf(evidence), readings };
    return answerExtractively(question, found).sources.map(bestWords)[0];
  };
  expect(leadWith(5, -5, -5)).toBe("Laptops go to branch nine.");
  expect(leadWith(-5, 5, -5)).toBe("Laptops go to branch one.");
  expect(leadWith(-5, -5, 5)).toBe("Laptops go to branch two.");
});

test("the unit nearest in meaning leads where words tell nothing", () => {
  const [first, second] = ["Laptops go to branch one. ", "Laptops go to branch two."];
  const leadWith = (...cosines: number[]) => {
    const [nine = 0, one = 0, two = 0] = cosines;
    const evidence = [
      { ...passage(1, "Laptops go to branch nine."), near: [{ start: 0, end: 26, cosine: nine }] },
      {
        ...passage(2, first + second),
        near: [
          { start: 0, end: 25, cosine: one },
          { start: 26, end: 51, cosine: two },
        ],
      },
    ];
    return answerExtractively("Where do laptops go?", retrievedOf(evidence)).sources.map(bestWords)[0];
  };
  expect(leadWith(0.9, 0.2, 0.2)).toBe("Laptops go to branch nine.");
  expect(leadWith(0.2, 0.9, 0.2)).toBe("Laptops go to branch one.");
  expect(leadWith(0.2, 0.2, 0.9)).toBe("Laptops go to branch two.");
});

test("puts further passages below the lead, and folds them from the fourth on", () => {
  const evidence = [1, 2, 3, 4].map((rank) =>
    passage(rank, `Opened laptops go back to branch ${rank} of house ${rank * 7}.`),
  );
  const { text, claims } = answerTo("Where do opened laptops go back?", evidence);
  expect(text.split("\n\n").map((block) => block.slice(0, 17))).toEqual([
    "Opened laptops go",
    "**Also relevant**",
    "Opened laptops go",
    "Opened laptops go",
    "**More passages**",
    "Opened laptops go",
  ]);
  // the screens fold at this heading
  expect(text.split("\n\n")).toContain(foldHeading);
  expect(claims.map(({ start, end }) => text.slice(start, end).slice(0, 14))).toEqual(
    Array(4).fill("Opened laptops"),
  );
});

test("folds passages that are much less likely to answer than the lead, and leaves out the unlikely ones", () => {
  const scored = [0.4, 0.1, 0.38, 0.001].map((score, place) =>
    passage(place + 1, `Opened laptops go back to branch ${place + 1} of house ${place * 7}.`, { score }),
  );
  const { text } = answerTo("Where do opened laptops go back?", scored);
  expect(text.split("\n\n").map((block) => block.slice(0, 34))).toEqual([
    "Opened laptops go back to branch 1",
    "**Also relevant**",
    "Opened laptops go back to branch 3",
    "**More passages**",
    "Opened laptops go back to branch 2",
  ]);
  const alone = answerTo("Where do opened laptops go back?", scored.slice(0, 2));
  expect(alone.text).not.toContain("Also relevant");
  expect(alone.text).toContain(foldHeading);
});

test("folds a passage beside the lead that would make more than a few lines to read", () => {
  const rule = "Opened laptops go back to the branch that sold them.";
  const long =
    `Where opened laptops go is written on the label. ${"The clerk checks the seal of the box. ".repeat(20)}`.trim();
  const { text } = answerTo("Where do opened laptops go back?", [passage(1, rule), passage(2, long)]);
  expect(text.split("\n\n").slice(0, 2)).toEqual([`${rule} [1]`, foldHeading]);
});

test("keeps a document that disagrees with the lead above the fold", () => {
  const stated = [
    { text: "A late fee of $25 is charged five days after the due date.", score: 0.6, documentId: 1 },
    { text: "Questions on a late fee go to the billing desk.", score: 0.5, documentId: 1 },
    { text: "Every late fee is booked on the due account.", score: 0.4, documentId: 1 },
    { text: "A late fee of $15 is charged ten days after the due date.", score: 0.2, documentId: 2 },
  ].map(({ text, ...given }, place) => passage(place + 1, text, given));
  const { text, reason } = answerTo("What late fee is charged after the due date?", stated);
  expect(text.split(foldHeading)[0]).toContain("$15");
  expect(reason).toBe("Your documents disagree: compare [1] and [2].");
});

test("shows the heading of a passage as a run-in, also when the passage begins with it", () => {
  const answer = (section: string) =>
    answerTo("Who collects parcels?", [passage(1, "Parcels\nThe porter collects parcels.", { section })])
      .text;
  expect(answer("Mail › 4.2 Collection")).toBe(
    "**4.2 Collection:** Parcels\n\nThe porter collects parcels. [1]",
  );
  expect(answer("Mail › Parcels")).toBe("**Parcels:** The porter collects parcels. [1]");
  expect(answer("Mail › Who collects?")).toBe(
    "**Who collects?** Parcels\n\nThe porter collects parcels. [1]",
  );
  expect(answer("Mail › Day\tHour")).toMatch(/^\*\*Mail:\*\* Parcels/);
});

test("does not quote titles and headings", () => {
  const text = "Returns and Refunds Policy\n\n3.3 Opened products\n\nOpened laptops return within 14 days.";
  expect(litIn("What is the returns policy for opened laptops?", passage(1, text))).toEqual([
    "Opened laptops return within 14 days.",
  ]);
});

test("does not quote a passage that ranks far below the first", () => {
  const first = passage(1, "Opened laptops may be returned within 14 days of delivery.");
  const far = passage(2, "Opened laptops may be sold again after a check of the seal.", { score: 0.001 });
  expect(litIn("When may opened laptops be returned?", first, far)).toEqual([first.text]);
});

test("quotes repeated passages once, unless their figures differ", () => {
  const first = passage(1, "Opened laptops may be returned within 14 days of delivery to a branch.");
  const again = passage(2, "Opened laptops may be returned within 14 days of delivery to the branch.", {
    documentId: 2,
  });
  expect(litIn("When may opened laptops be returned?", first, again)).toEqual([first.text]);
  const differs = { ...again, text: again.text.replace("14", "30") };
  const answer = answerTo("When may opened laptops be returned?", [first, differs]);
  expect(answer.sources).toHaveLength(2);
  expect(answer.reason).toBe("Your documents disagree: compare [1] and [2].");
  // one document may state several figures, case by case
  expect(
    answerTo("When may opened laptops be returned?", [first, { ...differs, documentId: 1 }]).reason,
  ).toBeNull();
});

test("does not quote another company's policy when one is named", () => {
  const own = passage(1, "Brindle keeps the data of a child until the parents object.", { named: 1 });
  const other = passage(2, "We do not accept children under the age of 18 as customers.");
  const question = "What does Brindle say of the age of children?";
  expect(litIn(question, own, other)).toEqual([own.text]);
  // if the best passage is from another document, that document may discuss the named one
  expect(litIn(question, { ...other, rank: 1 }, { ...own, rank: 2 })).toContain(other.text);
});

test("a row without a first cell is one of the group above it", () => {
  const text = [
    "Product\tTest\tFrequency",
    "Lumadol gel\tAssay\tevery 2 months",
    "| Microbes | yearly",
    "Lumadol drops\tAssay\tevery 5 months",
    "| Microbes | every 8 months",
  ].join("\n");
  expect(litIn("How often are microbes tested for Lumadol drops?", passage(1, text))).toEqual([
    "| Microbes | every 8 months",
  ]);
  expect(litIn("How often are microbes tested for Lumadol gel?", passage(1, text))).toEqual([
    "| Microbes | yearly",
  ]);
});

test("a row is one, whatever its cells hold, and is quoted although it is short", () => {
  const text = [
    "Site\tDuties\tGuards",
    "Depot\t1. Count the lorries. 2. Lock the pump house.\t3",
    "Pier\tRead the log\tnone",
    "Hut\t☒\t☐",
  ].join("\n");
  expect(litIn("What are the duties at the depot?", passage(1, text))).toEqual([text.split("\n")[1]]);
  expect(litIn("What are the duties at the pier?", passage(1, text))).toEqual([text.split("\n")[2]]);
  expect(litIn("Are there guards at the hut?", passage(1, text))).toEqual([text.split("\n")[3]]);
});

test("returns the whole table with the answering row marked", () => {
  const text =
    "Grade\tDefinition\tDeadline\nMinor deviation\tNo effect\t60 days\nCritical deviation\tLikely harm\t10 days";
  const {
    text: answer,
    claims,
    sources,
  } = answerTo("What is the deadline for a critical deviation?", [passage(1, text)]);
  expect(answer).toBe(
    [
      "| Grade | Definition | Deadline |",
      "| --- | --- | --- |",
      "| Minor deviation | No effect | 60 days |",
      "| Critical deviation | Likely harm | 10 days [1] |",
    ].join("\n"),
  );
  expect(claims.map(({ start, end }) => answer.slice(start, end))).toEqual([
    "Critical deviation | Likely harm | 10 days",
  ]);
  expect(sources[0]?.quote).toBe(text);
});

test.each([
  ["What is the hotel limit for grade 40?", "Grade 40\t300\t70"],
  ["What is the meal limit of grade 10?", "Grade 10\t150\t40"],
  ["For which grade is the meal limit 40?", "Grade 10\t150\t40"],
])("%s: a figure means the column that has its word", (question, row) => {
  const grades = Array.from({ length: 40 }, (_, at) => `Grade ${at + 1}\t${105 + 5 * at}\t${31 + at}`);
  const table = ["Grade\tHotel limit USD\tMeal limit USD", ...grades];
  table[10] = "Grade 10\t150\t40";
  table[40] = "Grade 40\t300\t70";
  expect(litIn(question, passage(1, `Travel limits by grade:\n${table.join("\n")}`))).toEqual([row]);
});

test("quotes short statements, and takes words of measure for a part of the question", () => {
  const of = (text: string) => passage(1, text);
  expect(litIn("How often are alarms tested?", of("Alarms are tested twice."))).toHaveLength(1);
  expect(
    litIn("What share of drivers is checked?", of("A quarter of the drivers are checked.")),
  ).toHaveLength(1);
});

test("prefers the row and the section of the chosen state", () => {
  const fees = "State\tOverdraft fee\nFlorida\t$ 30\nCalifornia\t$ 25";
  const focus = { chosen: ["California"], others: ["Florida"], regions: [] };
  expect(answerTo("What is the overdraft fee?", [passage(1, fees)], focus).sources.map(bestWords)).toEqual([
    "California\t$ 25",
  ]);
  const florida = passage(1, "Goods are returned within 45 days.", { section: "Florida" });
  const california = passage(2, "Goods are returned within 60 days of purchase.", { section: "California" });
  const answer = answerTo("When are goods returned?", [florida, california], focus);
  expect(answer.sources[0]?.evidence.section).toBe("California");
});

test("a rule of one state leads only where the question names the state, or nothing else comes near", () => {
  const regions = { chosen: [], others: [], regions: ["California", "New York"] };
  const general = passage(2, "A claim is decided within ten days of its receipt.");
  const question = "How long does the decision on a claim take?";
  for (const own of [
    passage(1, "In New York, the decision on a claim takes 15 days."),
    passage(1, "New York: The decision on a claim takes 15 days."),
    passage(1, "The decision on a claim takes 15 days.", { section: "8. New York" }),
  ]) {
    const leadOf = (evidence: Evidence[], focus: Focus) =>
      answerTo(question, evidence, focus).sources[0]?.evidence;
    expect(leadOf([own, general], regions)).toMatchObject({ text: general.text });
    expect(
      leadOf([own, general], { chosen: ["New York"], others: ["California"], regions: [] }),
    ).toMatchObject({
      text: own.text,
    });
    expect(leadOf([own], regions)).toMatchObject({ text: own.text });
  }
});

test("marks a sentence together with the one it refers to", () => {
  const rule = "Opened laptops may be returned within 14 days.";
  const exception = "This does not apply to laptops bought from the outlet.";
  const text = `${rule} ${exception} Parcels are collected on Mondays.`;
  expect(litIn("Does the return apply to laptops bought from the outlet?", passage(1, text))).toEqual([
    `${rule} ${exception}`,
  ]);
});

test("names the question's words that the closest passages lack when declining", () => {
  const keys = passage(1, "The porter keeps the keys of the yard and locks the gate.", { proximity: 0.05 });
  expect(answerTo("Can parcels with batteries usually go by plane?", [keys])).toMatchObject({
    outcome: "abstained",
    reason: "The closest passages don't mention “parcels”, “batteries”, or “plane”.",
  });
});

test("says of an answer without the amount asked for that it states none", () => {
  const about = passage(1, "The late fee is charged to the card that was used.");
  expect(answerTo("How much is the late fee?", [about])).toMatchObject({
    outcome: "answered",
    reason: "The quoted passage doesn't state an amount.",
  });
  const amount = passage(2, "For the late fee the card is charged $ 25.");
  const answer = answerTo("How much is the late fee?", [about, amount]);
  expect(answer.sources.map(bestWords)[0]).toBe(amount.text);
  expect(answer.reason).toBeNull();
});

test("marks the German sentence with a compound of the question's words", () => {
  const rule = "Reinigungsprotokolle werden zehn Jahre aufbewahrt.";
  const evidence = [passage(1, `Die Leitung prüft den Plan jedes Jahr. ${rule} Böden sind nass zu wischen.`)];
  const question = "Wie lange hebt man das Protokoll der Reinigung auf?";
  const found = retrievedOf(evidence, { language: "de" });
  expect(answerExtractively(question, found).sources.map(bestWords)).toEqual([rule]);
});
