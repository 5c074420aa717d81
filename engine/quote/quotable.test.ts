import { expect, test } from "vitest";
import { evidenceOf, retrievedOf } from "#testing/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { bestWords } from "#engine/draft.ts";
import { answerExtractively } from "./extractive.ts";

const answerTo = (question: string, ...evidence: Evidence[]) =>
  answerExtractively(question, retrievedOf(evidence));
const quotesOf = (question: string, ...evidence: Evidence[]) =>
  answerTo(question, ...evidence).sources.map(bestWords);

test("does not quote tables of contents or labels without a cell", () => {
  const text =
    "4.2 Wiring change costs ........ 12\nWiring change costs ........\nWiring change ....... 40 hours × $85 = $3,400";
  expect(quotesOf("What does the wiring change cost?", evidenceOf(text))).toEqual([
    "Wiring change ....... 40 hours × $85 = $3,400",
  ]);
});

test("does not quote column names beside their rows", () => {
  const text = "Three months ended March 31,\t2025\t2024\nCasino revenue for three months\t145\t273";
  expect(quotesOf("casino revenue for three months ended March 2025", evidenceOf(text))).toEqual([
    "Casino revenue for three months\t145\t273",
  ]);
  const unknown =
    "Fiscal 2025\tquarter opened\tquarter closed\tend of the quarter\nStores at the end of fiscal 2025: 35";
  expect(quotesOf("stores at the end of the fiscal 2025 quarter", evidenceOf(unknown))).toEqual([
    "Stores at the end of fiscal 2025: 35",
  ]);
});

test("quotes near duplicates once", () => {
  const one = evidenceOf(
    "We do not sell your personal data to third parties for their own marketing purposes.",
  );
  const other = evidenceOf(
    "We do not sell your personal data to third parties for their own direct marketing purposes.",
    { rank: 2, ordinal: 1 },
  );
  expect(quotesOf("Do you sell personal data for marketing?", one, other)).toEqual([one.text]);
});

test("quotes a full sentence set as a heading, but no heading", () => {
  const notice = "CLAIMS WITHOUT A SIGNED FORM ARE SENT BACK.";
  const claim = evidenceOf(`Claims forms\n${notice}\nSend the claim to the branch.`, {
    section: `Claims forms › ${notice}`,
  });
  expect(quotesOf("What about claims without a signed form?", claim)[0]).toBe(notice);
});

test("does not match words inside a web address", () => {
  const link = "Retrieved from https://example.com/holiday-request-deadline.html on the first visit.";
  const rule = "Requests for a holiday are due a month ahead.";
  expect(quotesOf("What about a holiday request?", evidenceOf(`${link}\n${rule}`))[0]).toBe(rule);
});

test("does not quote empty forms or fragments of data files", () => {
  const rule = "The visitor signs the form at the gate and leaves it there.";
  const form = "Visitor's signature on the form: ______________________";
  const data = "<visitor><form>signed</form><signature>yes</signature></visitor>";
  const template = "The visitor, ____, signs the form that this agreement asks a visitor for.";
  expect(quotesOf("Where does a visitor sign the form?", evidenceOf(`${form}\n${data}\n${rule}`))).toEqual([
    rule,
  ]);
  expect(quotesOf("Which form does a visitor sign?", evidenceOf(template))).toEqual([template]);
});

test("quotes a line of a form with its mark, however short", () => {
  const text = "☒ Fire watch posted\n\n☐ Drains covered\n\nFloor wetted ☐";
  expect(quotesOf("Was the floor wetted?", evidenceOf(text))).toEqual(["Floor wetted ☐"]);
  expect(quotesOf("Are the drains covered?", evidenceOf(text))).toEqual(["☐ Drains covered"]);
});

test("quotes each row of a table of names, the first one too", () => {
  const rows = [
    "Complaints | Customer Relations",
    "Data Protection | Anna Berg",
    "Whistleblowing | Ombudsman",
  ];
  const of = (question: string) => quotesOf(question, evidenceOf(`Whom to ask\n\n${rows.join("\n")}`));
  expect(of("Who handles complaints?")).toEqual([rows[0]]);
  expect(of("Who looks after data protection?")).toEqual([rows[1]]);
  expect(of("Who is asked about whistleblowing?")).toEqual([rows[2]]);
});

test("quotes a row of words below rows of figures, and capitalized cells, which are no title", () => {
  const fees = "Wire transfer | USD 25\nStop payment | USD 30\nPaper statement | free";
  expect(quotesOf("Is a paper statement free?", evidenceOf(fees))).toEqual(["Paper statement | free"]);
  const roles = "Task | Owner | Deputy\nRelease Batches | Qualified Person | Head of Quality";
  expect(quotesOf("Who releases batches?", evidenceOf(roles))).toEqual([roles.split("\n")[1]]);
});

test("quotes a short line that gives something its value", () => {
  const lines = ["Dress code: casual", "Approver: Line Manager", "Parking: free"];
  const text = `Of the office\n\n${lines.join("\n\n")}`;
  expect(quotesOf("What is the dress code?", evidenceOf(text))).toEqual([lines[0]]);
  expect(quotesOf("Who is the approver?", evidenceOf(text))).toEqual([lines[1]]);
});

test.each(["QA: quality assurance", "QA | quality assurance", "QA = quality assurance"])(
  "quotes '%s' for the meaning, and the rule for all else",
  (definition) => {
    const text = `${definition}\n\nQA samples ten crates a week.`;
    expect(quotesOf("What does QA mean?", evidenceOf(text))).toEqual([definition]);
    expect(quotesOf("How many crates does QA sample?", evidenceOf(text))).toEqual([
      "QA samples ten crates a week.",
    ]);
  },
);
