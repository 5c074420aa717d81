import { expect, test } from "vitest";
import { wordingOf } from "./preamble.ts";

const asked = "How long does a refund take?";
const small = "how long does a refund take?";

const wrapped: [text: string, meant: string][] = [
  [`Hi team, hope you are doing well! ${asked} Thanks a lot in advance!`, asked],
  [`Dear Sir or Madam, ${small} Kind regards, Anna Schmidt`, small],
  [`Good morning Ms Miller,\n${asked}\n\nBest regards, Anna`, asked],
  [`Could you please help me find out ${small}`, small],
  [`quick question - ${small} asap pls`, small],
  [`I was wondering, ${small}`, small],
  [`Explain to me like I'm five: ${small}`, small],
  [`Sorry to bother you again :) ${asked}`, asked],
  [`Do you happen to know ${small} 😀 thx!!`, small],
  [`It would be great if you could let me know ${small}`, small],
  ["Hi Martin, please tell me what the notice period is.", "what the notice period is."],
  ["refund period please", "refund period"],
  ["HELLO WHAT IS THE FEE PLEASE", "WHAT IS THE FEE"],
  ["Do I need a\nreceipt?", "Do I need a receipt?"],
  ["Do I need a\r\n  receipt for\na gift card?", "Do I need a receipt for a gift card?"],
  ["hello\nwhat is the fee?\nthanks", "what is the fee?"],
  ["what is the fee\nwho pays shipping", "what is the fee\nwho pays shipping"],
];
test.each(wrapped)("%j asks %j", (text, meant) => {
  expect(wordingOf(text)).toEqual({ asked: meant, preamble: "", isElliptical: false });
});

const plain = [
  "Consider Viber's privacy policy; what does it collect of a child's location and health?",
  "Which repairs are urgent?",
  "Must I pay in advance?",
  "Is a question about refunds urgent?",
  "Well water testing rules?",
  "help",
  "What is a question?",
  "Can customers return shoes?",
  "3.2(a)",
  "Wie hoch ist die Gebühr?",
  "",
];
test.each(plain)("removes nothing from %j", (text) => {
  expect(wordingOf(text)).toMatchObject({ asked: text, preamble: "" });
});

test("separates the story from the question, and uses it when the question names little", () => {
  expect(wordingOf("My customer is 17. Can she open an account?")).toEqual({
    asked: "Can she open an account?",
    preamble: "My customer is 17.",
    isElliptical: true,
  });
  expect(wordingOf("I have a Gold card, does it cover rental cars?")).toEqual({
    asked: "does it cover rental cars?",
    preamble: "I have a Gold card",
    isElliptical: true,
  });
  expect(
    wordingOf("My boss told me to look up this. How long does a refund of a deposit take?").isElliptical,
  ).toBe(false);
  expect(wordingOf("I bought a phone in May. Can I?").preamble).toBe("");
});

test("keeps a statement whole", () => {
  const text = "Shoes were bought in May. They were worn twice.";
  expect(wordingOf(text)).toEqual({ asked: text.replace(". ", ".\n"), preamble: "", isElliptical: false });
});
