import { expect, test } from "vitest";
import { termsOf } from "#engine/text/analyze.ts";
import { misspelled } from "./misspelled.ts";
import { asRead } from "./read-as.ts";

/** A theme in which each word of `text` occurs in as many passages as it is repeated. */
function themeOf(text: string) {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/)) {
    for (const term of termsOf(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return (term: string) => counts.get(term) ?? 0;
}
const read = (question: string, theme: string) => asRead(question, misspelled(question, themeOf(theme)));

const written: [typed: string, meant: string][] = [
  ["recieve", "receive"],
  ["seperate", "separate"],
  ["refnud", "refund"],
  ["polcy", "policy"],
  ["benificiary", "beneficiary"],
  ["guarentee", "guarantee"],
  ["insurence", "insurance"],
  ["accomodation", "accommodation"],
  ["calender", "calendar"],
  ["maintenence", "maintenance"],
  ["goverment", "government"],
  ["liabilty", "liability"],
  ["waranty", "warranty"],
  ["complaimt", "complaint"],
  ["refundpolicy", "refund policy"],
];
test.each(written)("reads %s as %s", (typed, meant) => {
  const theme = `customer ${meant} rules of the house`;
  expect(termsOf(read(`what about the ${typed} rules`, theme))).toEqual(
    termsOf(`what about the ${meant} rules`),
  );
});

test("keeps a correctly spelled word even if the theme only has a similar one", () => {
  const theme = "house insurance covers the property of consumers";
  for (const word of ["horse", "properly", "reuses", "colour", "consumed", "onboarding"]) {
    expect(misspelled(`is a ${word} covered`, themeOf(theme))).toEqual([]);
  }
});

test("does not replace a misspelled word that no document contains by another word", () => {
  expect(misspelled("which compny is covered", themeOf("members comply with rules"))).toEqual([]);
});

test("keeps names, codes, addresses and short words as typed", () => {
  const theme = "lion refund policy fees example";
  const question = "Does the Lioon agreement with exampl.com, x_refnd/polcy or a fea apply?";
  expect(read(question, theme)).toBe(question);
});

test("does not take a capitalized first word for a name", () => {
  expect(misspelled("Refnud or voucher? Polcy says?", themeOf("refund policy voucher"))).toEqual([
    { typed: "Refnud", read: "refund" },
    { typed: "Polcy", read: "policy" },
  ]);
});

test("prefers the correction that occurs in more passages", () => {
  const [word] = misspelled("the clain form", themeOf("claim claim claim claim claim claim claim chain"));
  expect(word?.read).toBe("claim");
});

test("stops correcting a question full of misspellings after a limit", () => {
  const question = Array.from(
    { length: 400 },
    (_, index) => `refu${"abcdefghij"[index % 10]}${"klmnopqrst"[Math.floor(index / 10) % 10]}nd`,
  ).join(" ");
  expect(misspelled(question, themeOf("refund")).length).toBeLessThanOrEqual(6);
});
