import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildSegment } from "#engine/index/segment.ts";
import { languageOf } from "#engine/text/language.ts";
import { createThemeIndex } from "./theme-index.ts";

function segment(title: string, ...texts: string[]) {
  return buildSegment({ title, passages: texts.map((text) => ({ text, section: "" })) });
}

function themeOf(...segments: Uint8Array[]) {
  const index = createThemeIndex();
  segments.forEach((bytes, document) => index.add(document, bytes));
  return index;
}

const found = (hits: { document: number; passage: number }[]) =>
  hits.map(({ document, passage }) => `${document}/${passage}`);

const LEAVE = segment(
  "Leave Policy",
  "Every employee has 25 days of paid annual leave in a calendar year.",
  "Parental leave is granted for up to 26 weeks after the birth of a child.",
  "Unused annual leave is carried over only with the approval of the manager.",
);
const TRAVEL = segment(
  "Travel Policy",
  "Flights are booked in economy class unless a manager approves otherwise.",
  "Meals are reimbursed up to 45 euros per day, against receipts.",
  "Rule 4.15.12 sets the daily limit for hotels in capital cities.",
);

test("ranks the answering passage first", () => {
  const index = themeOf(LEAVE, TRAVEL);
  expect(found(index.search("How many weeks of parental leave do I get?", { limit: 3 }).hits)[0]).toBe("0/1");
  expect(found(index.search("Which class may I fly, economy?", { limit: 3 }).hits)[0]).toBe("1/0");
});

test("finds the family of a word that no document has", () => {
  const debts = segment(
    "Debts",
    "On notice of a bankruptcy all calls stop on the same day.",
    "Customers are called between nine and nine.",
  );
  const index = themeOf(debts, TRAVEL);
  expect(found(index.search("What if the borrower is bankrupt?", { limit: 3 }).hits)[0]).toBe("0/0");
  expect(found(index.search("What if the bank rejects it?", { limit: 3 }).hits)).not.toContain("0/0");
});

test("ranks the passage about the question's topic before others with the same word", () => {
  const index = themeOf(
    segment(
      "Staff handbook",
      "Company cars are cleaned on the last Friday of a month.",
      "Company physicians treat staff who fall ill at the plant.",
      "Company stationery is ordered from the head office.",
    ),
  );
  const question = "Which company doctor do I see?";
  const first = index.search(question, { limit: 3 });
  expect(found(first.hits)[0]).toBe("0/1");
  // again, from the cache of the first time
  expect(index.search(question, { limit: 3 })).toEqual(first);
});

test("finds a section by its number alone", () => {
  expect(found(themeOf(LEAVE, TRAVEL).search("4.15.12", { limit: 5 }).hits)).toEqual(["1/2"]);
});

test("searches a section that is named before the question", () => {
  const index = themeOf(LEAVE, TRAVEL);
  const { hits } = index.search("Regarding rule 4.15.12: what is the limit for a manager?", { limit: 1 });
  expect(found(hits)).toEqual(["1/2"]);
});

test("ignores greetings, stories and thanks in search and coverage", () => {
  const index = themeOf(LEAVE, TRAVEL);
  const plain = index.search("How many weeks of parental leave do I get?", { limit: 1 });
  const spoken = index.search(
    "Hi Martin, hope all is well! My neighbour asked me this at lunch. How many weeks of parental leave do I get? Thanks a lot, Zoe",
    { limit: 1 },
  );
  expect(found(spoken.hits)).toEqual(found(plain.hits));
  expect(spoken.hits[0]?.proximity).toBeCloseTo(plain.hits[0]?.proximity ?? 0, 5);
  expect(spoken.unknownWords).toEqual([]);
});

test("uses the story to find what the question does not name", () => {
  const index = themeOf(
    segment("Fees", "A Silver card costs 10 euros a year.", "A Golden card costs 90 euros a year."),
  );
  const { hits } = index.search("I have the Golden card. What does a card cost each year?", { limit: 2 });
  expect(found(hits)[0]).toBe("0/1");
});

test("corrects a typing error to the theme's word and reports it", () => {
  const { hits, readAs } = themeOf(LEAVE, TRAVEL).search("how many weeks of parentel leave", { limit: 1 });
  expect(found(hits)).toEqual(["0/1"]);
  expect(readAs).toEqual([{ typed: "parentel", read: "parental" }]);
});

test("reports words that nothing in the passages resembles, but no word with a synonym there", () => {
  const unknownOf = (question: string) => themeOf(LEAVE, TRAVEL).search(question, { limit: 10 }).unknownWords;
  expect(unknownOf("How many weeks of vaccine do I get in the galaxy?")).toEqual(["vaccine", "galaxy"]);
  // 'employee', 'child'
  expect(unknownOf("How many weeks of leave does a worker with a baby get?")).toEqual([]);
  expect(unknownOf("How many weeks does Corvane grant, actually?")).toEqual(["Corvane"]);
});

test("reports words that little in the passages resembles apart from those that nothing does", () => {
  const { unknownWords, absentWords } = themeOf(LEAVE, TRAVEL).search(
    "How many weeks of vaccine does a teacher get?",
    {
      limit: 10,
    },
  );
  expect({ unknownWords, absentWords }).toEqual({ unknownWords: ["vaccine"], absentWords: ["teacher"] });
});

test("a compound matches its parts, and its parts the compound, in German and not in English", () => {
  const texts = [
    "Die Kontoführungsgebühr beträgt 4,90 Euro im Monat.",
    "Die Karte wird nach drei falschen Eingaben gesperrt.",
    "Abhebungen am Automaten sind bis 1.000 Euro am Tag möglich.",
  ];
  const passages = texts.map((text) => ({ text, section: "" }));
  const foundIn = (language: string, question: string) => {
    const index = themeOf(buildSegment({ title: "Girokonto", passages }, languageOf(language)));
    return found(index.search(question, { limit: 3 }).hits);
  };
  expect(foundIn("de", "Welche Gebühr fällt an?")).toEqual(["0/0"]);
  expect(foundIn("de", "Gibt es eine Kartensperre?")).toEqual([]);
  expect(foundIn("de", "Was kostet der Kontoführungsautomat?")).toEqual(["0/0", "0/2"]);
  expect(foundIn("en", "Welche Gebühr fällt an?")).toEqual([]);
});

test("finds compounds whichever document brought the word first", () => {
  const text = "Die Kontoführungsgebühr beträgt 4,90 Euro im Monat.";
  const german = buildSegment({ title: "Konto", passages: [{ text, section: "" }] }, languageOf("de"));
  // analyzed as English, the same word is the same term
  const english = segment("Glossary", "kontofuhrungsgebuhr: the monthly fee of an account");
  const answers = [
    [english, german],
    [german, english],
  ].map((segments) => {
    const { hits } = themeOf(...segments).search("Welche Gebühr fällt für das Konto an?", { limit: 3 });
    return hits.map(({ score }) => score.toFixed(6)).toSorted();
  });
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.length).toBe(2);
});

test("finds a document that is named in lower case", () => {
  const policy = (name: string) =>
    segment(`${name} Terms of Use`, "Accounts are closed after a year without use.");
  const index = themeOf(policy("Northwind"), policy("Contoso"), LEAVE, TRAVEL);
  expect(found(index.search("when does contoso close accounts?", { limit: 1 }).hits)).toEqual(["1/0"]);
});

test("does not rank a policy's remarks about itself first when it is named", () => {
  const policy = (name: string) =>
    segment(
      `${name} Privacy Policy`,
      `This privacy policy explains the privacy practices of ${name}. Please consider this policy first.`,
      "Where the app is open on a device that has GPS, its location is stored for a week by our servers.",
      "Contacts are read when you invite friends.",
    );
  const index = themeOf(policy("Northwind"), policy("Contoso"), LEAVE, TRAVEL);
  for (const question of [
    "Consider Contoso's privacy policy; does it track my location?",
    "In the Contoso privacy policy, does the app track my location?",
    "Is my location tracked according to the contoso privacy policy?",
  ])
    expect(found(index.search(question, { limit: 1 }).hits), question).toEqual(["1/1"]);
});

test("does not count question words as missing when documents are alike", () => {
  const policies = Array.from({ length: 120 }, (_, shop) =>
    segment(`Policy ${shop}`, "Unopened goods are taken back.", "A refund takes ten days."),
  );
  const index = themeOf(...policies);
  for (const question of ["How long does a refund take?", "How many days does a refund usually take?"])
    expect(index.search(question, { limit: 1 }).hits[0]?.proximity, question).toBeGreaterThan(0.6);
});

test("ranks the named document before another with the same text", () => {
  const terms = "The receiving party keeps the information confidential for five years.";
  const other = "Notices are sent by registered mail.";
  const index = themeOf(
    segment("Acme Mutual NDA", terms, other),
    segment("Globex Mutual NDA", terms, other),
    segment("Initech Mutual NDA", terms, other),
  );
  const ask = (name: string) =>
    found(
      index.search(`Consider the agreement with ${name}; how long is information confidential?`, {
        limit: 1,
      }).hits,
    );
  expect([ask("Acme"), ask("Globex"), ask("Initech")]).toEqual([["0/0"], ["1/0"], ["2/0"]]);
});

test("finds a file name written as one word by its parts", () => {
  const page = "Net revenue grew in the year.";
  const index = themeOf(segment("AMERICANEXPRESS 2022 10K", page), segment("BOEING 2022 10K", page));
  expect(found(index.search("What was the revenue of American Express?", { limit: 1 }).hits)).toEqual([
    "0/0",
  ]);
});

test("finds a passage by the words of its section", () => {
  const index = createThemeIndex();
  index.add(
    7,
    buildSegment({
      title: "Handbook",
      passages: [
        { section: "Whistleblowing", text: "Report to the compliance officer by telephone." },
        { section: "Visitors", text: "Report to the front desk by telephone." },
      ],
    }),
  );
  expect(found(index.search("whistleblowing report", { limit: 1 }).hits)).toEqual(["7/0"]);
});

test("scores the rest as if a removed document had never been indexed", () => {
  const index = themeOf(LEAVE, TRAVEL);
  index.remove(0);
  const fresh = createThemeIndex();
  fresh.add(1, TRAVEL);
  const question = "daily limit for meals and annual leave";
  expect(index.search(question, { limit: 10 }).hits).toEqual(fresh.search(question, { limit: 10 }).hits);
  expect([...index.documents]).toEqual([1]);
  expect(index.passages).toBe(3);
});

test("filters by tags without changing scores", () => {
  const index = themeOf(LEAVE, TRAVEL);
  const question = "approval of the manager";
  const only = index.search(question, { limit: 10, documents: new Set([1]) }).hits;
  expect(found(only)).toEqual(["1/0"]);
  expect(only[0]?.coverage).toBe(
    index.search(question, { limit: 10 }).hits.find(({ document }) => document === 1)?.coverage,
  );
});

test("finds nothing in an empty theme, for an empty question or unknown words", () => {
  expect(createThemeIndex().search("leave", { limit: 5 }).hits).toEqual([]);
  expect(themeOf(LEAVE).search("  ?", { limit: 5 }).hits).toEqual([]);
  expect(themeOf(LEAVE).search("cryptocurrency", { limit: 5 }).hits).toEqual([]);
  expect(themeOf(LEAVE).search("leave", { limit: 5, documents: new Set() }).hits).toEqual([]);
});

test("lowers coverage for words that the theme lacks", () => {
  const [known] = themeOf(LEAVE).search("parental leave weeks", { limit: 1 }).hits;
  const [partly] = themeOf(LEAVE).search("parental leave weeks on Mars with astronauts", { limit: 1 }).hits;
  expect(known?.coverage).toBeCloseTo(1);
  expect(partly?.coverage).toBeLessThan(0.7);
});

test("returns scores between 0 and 1 in descending order", () => {
  const hits = themeOf(LEAVE, TRAVEL).search("leave approval manager days", { limit: 10 }).hits;
  expect(hits.length).toBeGreaterThan(2);
  expect(hits.every(({ score }) => score > 0 && score < 1)).toBe(true);
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
});

test("rejects a duplicate document, leaves out a damaged one, and keeps the index unchanged", () => {
  const index = themeOf(LEAVE);
  expect(() => index.add(0, TRAVEL)).toThrow("already");
  index.add(1, TRAVEL.slice(0, 40));
  expect(index.search("leave", { limit: 10 }).unreadable).toEqual([1]);
  expect(index.search("leave", { limit: 10 }).hits).toEqual(
    themeOf(LEAVE).search("leave", { limit: 10 }).hits,
  );
});

test("answers a question of 100,000 characters", () => {
  const question = Array.from({ length: 12_000 }, (_, word) => `leave${word} annual`).join(" ");
  expect(found(themeOf(LEAVE).search(question, { limit: 1 }).hits)).toHaveLength(1);
});

test("answers like a fresh index after any additions and removals", () => {
  const word = fc.constantFrom(..."annual leave refund Acme data 4.3 fee limit approval officer".split(" "));
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  const document = fc.record({
    title: text,
    passages: fc.array(fc.record({ text, section: text }), { maxLength: 4 }),
  });
  const changes = fc.array(fc.tuple(fc.nat(6), document), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(changes, text, (steps, question) => {
      const changed = createThemeIndex();
      const present = new Map<number, Uint8Array>();
      for (const [id, content] of steps) {
        if (present.delete(id)) {
          changed.remove(id);
          continue;
        }
        const bytes = buildSegment(content);
        present.set(id, bytes);
        changed.add(id, bytes);
      }
      const fresh = createThemeIndex();
      for (const [id, bytes] of [...present].sort(([a], [b]) => b - a)) fresh.add(id, bytes);
      expect(changed.search(question, { limit: 20 }).hits).toEqual(
        fresh.search(question, { limit: 20 }).hits,
      );
    }),
    { numRuns: 300 },
  );
});

test("recognizes a document by a rare word of its title, not by a number or a common word", () => {
  const filing = (title: string, what: string) => segment(title, ...[1, 2, 3].map((n) => `${what} ${n}`));
  const index = themeOf(
    filing("Boeing 2022 10K 0000012927", "Planes were sold"),
    filing("Pfizer 2022 10K 0000078003", "Pills were sold"),
    filing("Returns", "Nothing was sold in 2022"),
  );
  const named = (question: string) => index.search(question, { limit: 1 }).hits[0]?.named;
  expect(named("Which planes has Boeing sold?")).toBe(1);
  expect(named("What was sold in 2022?")).toBe(0);
});

test("ranks words close together above words scattered over a passage", () => {
  const filler = Array.from({ length: 60 }, (_, n) => `Sentence${n} says something else.`).join(" ");
  const index = themeOf(
    segment("Near", "A deposit is repaid when the tenant leaves the flat.", "Pets are allowed."),
    segment(
      "Far",
      `A deposit is due. ${filler} The tenant signs. ${filler} Fees are repaid. ${filler} A flat.`,
    ),
  );
  const hits = index.search("When is the deposit repaid to the tenant of a flat?", { limit: 5 }).hits;
  const together = (document: number) => hits.find((hit) => hit.document === document)?.proximity ?? 0;
  const coverage = (document: number) => hits.find((hit) => hit.document === document)?.coverage ?? 0;
  expect(coverage(1)).toBeCloseTo(coverage(0), 5);
  expect(together(0)).toBeCloseTo(coverage(0), 5);
  expect(together(1)).toBeLessThan(together(0) / 2);
});
