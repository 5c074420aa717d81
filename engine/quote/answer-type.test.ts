import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { askedFor, holds, nameOfForm } from "./answer-type.ts";
import { answerExtractively } from "./extractive.ts";
import { partsOf } from "#engine/query/question-parts.ts";

const answerTo = (question: string, ...evidence: Evidence[]) =>
  answerExtractively(question, { evidence, passages: 100, unknownNames: [], readAs: [] });
const quotesOf = (question: string, ...evidence: Evidence[]) =>
  answerTo(question, ...evidence).sources.map(({ quote }) => quote);
const passage = (rank: number, text: string, score = 0.5) =>
  evidenceOf(text, { rank, score, ordinal: rank, versionId: rank });

test("a question tells what kind of thing it wants, in the forms people ask in", () => {
  const asked = (...questions: string[]) => questions.map(askedFor);
  expect(asked("how much does a new card cost?", "late fee?", "What is the price of a visit")).toEqual(
    Array(3)
      .fill(null)
      .map((_, place) => (place === 1 ? null : "amount")),
  );
  expect(
    asked(
      "fee for a second card in tier Gold",
      "how much is the deductible",
      "How much commission is taken?",
    ),
  ).toEqual(Array(3).fill("amount"));
  expect(asked("how long does a refund take", "How many working days do I have?", "how often")).toEqual(
    Array(3).fill("duration"),
  );
  expect(asked("by when must the form be in", "refund deadline?", "In which months is it open?")).toEqual(
    Array(3).fill("date"),
  );
  expect(asked("Who do I call about a lost card?", "fax number of the office", "postal address?")).toEqual(
    Array(3).fill("reach"),
  );
  expect(asked("How many guests are covered?", "what happens if I pay late")).toEqual([
    "count",
    "consequence",
  ]);
  expect(asked("What is a sentinel node?", "Can she cancel?", "Which documents are needed?")).toEqual([
    "meaning",
    null,
    null,
  ]);
});

test("a text holds a kind by its figures and their units, not by any digit", () => {
  const inText = (wanted: Parameters<typeof holds>[0], text: string) => holds(wanted, "", text, false);
  expect(inText("amount", "The cost ranges from about $250 to $450.")).toBe(true);
  expect(inText("amount", "Section 4 of 2024 speaks of the cost.")).toBe(false);
  expect(inText("amount", "A first copy is free of charge.")).toBe(true);
  expect(inText("amount", "A second copy comes without any fee.")).toBe(true);
  expect(inText("amount", "We may keep data to collect any fees owed.")).toBe(false);
  expect(inText("duration", "Hand it in two full weeks before the date.")).toBe(true);
  expect(inText("duration", "Hand it in with form 7.")).toBe(false);
  expect(inText("reach", "call 13 11 20")).toBe(true);
  expect(inText("reach", "between 2022 and 2023")).toBe(false);
});

test("how long something may be is told in letters too, and a cell that begins with a figure is an amount", () => {
  const long = (question: string, text: string) => holds("duration", question, text, false);
  expect(long("How long may a password be?", "Passwords have 8 to 40 characters.")).toBe(true);
  expect(long("How often is a password changed?", "Passwords have 8 to 40 characters.")).toBe(false);
  const amountIn = (row: string) => holds("amount", "What does a review cost?", row, true);
  expect([amountIn("Review\t125"), amountIn("Review\tUSD 40 a year")]).toEqual([true, true]);
  expect([amountIn("2.1 Review under Section 54957\tthe board"), amountIn("8.1\tReview")]).toEqual([
    false,
    false,
  ]);
});

test("who asks for a number by which to call is told that none is named, who asks what such a number is is not", () => {
  expect(nameOfForm("What's the phone number of the branch?")).toBe("phone number");
  expect(nameOfForm("E-mail address of the office?")).toBe("e-mail address");
  expect(nameOfForm("What is a blocked telephone number?")).toBeNull();
  expect(nameOfForm("Whom do I call?")).toBeNull();
  expect(askedFor("What is a late fee?")).toBe("meaning");
});

test("what counts as something is answered where that is defined, whichever document speaks of it first", () => {
  const named = passage(1, "This lease is between the tenant and the owner of the lease.");
  const defined = passage(2, "A “guest” is anybody who stays for more than two nights under the lease.", 0.3);
  expect(quotesOf("What counts as a guest under the lease?", named, defined)[0]).toBe(defined.text);
});

test("who asks why is told the reason, though another sentence says as much of the matter", () => {
  const text =
    "Stocks of paper went up to 900 boxes. The rise of the stocks was due to two new suppliers of paper.";
  expect(quotesOf("why did the stocks of paper rise", passage(1, text))[0]).toBe(
    "The rise of the stocks was due to two new suppliers of paper.",
  );
});

test("a thing may be defined behind its other names", () => {
  const defines = (text: string) => holds("meaning", "What is a fault lamp?", text, false);
  expect(defines("A fault lamp, or “red light” on the panel, is a warning to the driver.")).toBe(true);
  expect(defines("The fault lamp, also known as the red eye, burns for a minute.")).toBe(true);
  expect(defines("If the fault lamp is getting weaker, the driver tells the owner.")).toBe(false);
  const plural = (text: string) => holds("meaning", "what are cookies", text, false);
  expect(plural("Cookies are small files on your device.")).toBe(true);
  expect(plural("Cookies are deleted at the end of a visit.")).toBe(false);
  expect(askedFor("What are cookies?")).toBe("meaning");
  expect(askedFor("What are the opening hours?")).toBeNull();
  expect(defines("Check the fault lamp; a journey is delayed when it burns.")).toBe(false);
});

test("a passage that has said of what it speaks need not say it again where it names the time", () => {
  const text = "For an ultrasound scan of the knee you lie on a couch.\n\nThe scan takes 20 minutes.";
  const other =
    "An ultrasound of the knee is ordered by a surgeon. The surgeon reads the ultrasound of the knee.";
  expect(
    quotesOf("how long does an ultrasound scan of the knee take", passage(1, other), passage(2, text))[0],
  ).toBe("The scan takes 20 minutes.");
});

test("… but what says itself of what it speaks comes first", () => {
  const above = passage(
    1,
    "The late fee differs for a payment by phone or mail. In Ohio the fee is at most $ 5.",
  );
  const row = passage(2, "Fee\tAmount\nPayment by phone\t$ 4\nPayment by mail\t$ 2", 0.4);
  expect(quotesOf("What is the fee for a payment by phone?", above, row)[0]).toBe("Payment by phone\t$ 4");
});

test("a number counts what stands by it, and an address is of the channel that is asked for", () => {
  const phases = (text: string) => holds("count", "how many phases has the process", text, false);
  expect(phases("It is divided into five distinct steps or phases.")).toBe(true);
  expect(phases("Three managers lead all that is done from the kick-off to the last of the phases.")).toBe(
    false,
  );
  expect(phases("The 3Phases tool under § 7 of 2024")).toBe(false);
  expect(phases("Only one manager per phase is named.")).toBe(false);
  const claims = "The contract pays at most two claims for accidental damage a year.";
  expect(holds("count", "How many accidental damage claims are paid?", claims, false)).toBe(true);
  expect(holds("count", "how many employees has Ulta", "See exhibit 6 Ulta stores.", false)).toBe(false);
  const reach = (question: string) => holds("reach", question, "Write to help@example.com.", false);
  expect([reach("e-mail address?"), reach("fax number?"), reach("Where do I write?")]).toEqual([
    true,
    false,
    true,
  ]);
});

test("who asks how long is told how long, though other sentences of the passage share as many words", () => {
  const first = passage(
    1,
    "For the treatment you lie on a table. The treatment is given daily for 4–6 weeks.",
  );
  expect(quotesOf("how long does the treatment take", first)[0]).toBe(
    "The treatment is given daily for 4–6 weeks.",
  );
});

test("the passage that names an address comes before one that ranks higher and names none", () => {
  const higher = passage(1, "You may exercise your rights as a customer at any branch.");
  const named = passage(2, "Without an account, customers exercise rights by mail to rights@example.com.");
  expect(quotesOf("Where do customers write to exercise their rights?", higher, named)[0]).toBe(named.text);
});

test("an address of something far off is no answer, whatever else is found", () => {
  const near = passage(1, "The office of the Linn company makes recorders for musicians.");
  const far = passage(2, "The dietician of the office has the phone (123) 123-4567.", 0.1);
  expect(answerTo("phone number of the Linn company office", near, far).reason).toBe(
    "The nearest passages speak of this and name no phone number.",
  );
  expect(quotesOf("Whom do I call at the Linn company office?", near, far)[0]).toBe(near.text);
  expect(answerTo("how much is the Linn recorder", near, passage(2, "A recorder is $ 5.", 0.1)).outcome).toBe(
    "abstained",
  );
});

test("two things are told apart by what each of them is", () => {
  expect(partsOf("What is the difference between a lumpectomy and a mastectomy?")).toEqual([
    "What is a lumpectomy?",
    "What is a mastectomy?",
  ]);
  expect(partsOf("compare plan Gold with plan Silver")).toEqual([
    "What is plan Gold?",
    "What is plan Silver?",
  ]);
});

test("what a thing is comes before what else is said of it", () => {
  const other = "Some people choose between a lumpectomy and a mastectomy in hospital.";
  const meaning = "Surgery to remove the whole breast is called a mastectomy.";
  expect(quotesOf("What is a mastectomy?", passage(1, `${other} ${meaning}`))[0]).toBe(meaning);
});

test("an amount, a time or a number that no near passage names is said to be missing", () => {
  const about = passage(1, "Before the exam you accept the terms, else the exam fee is lost.");
  expect(answerTo("how much is the exam fee", about)).toMatchObject({
    outcome: "abstained",
    reason: "The nearest passages speak of this and name no amount.",
  });
  expect(answerTo("how much is the exam fee", passage(1, "The exam fee is $ 125.")).outcome).toBe("answered");
  // a table's figures are named by its columns
  expect(answerTo("how much is the exam fee", passage(1, "Exam fee\t125\nRetake fee\t90")).outcome).toBe(
    "answered",
  );
});
