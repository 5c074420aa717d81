import { expect, test } from "vitest";
import { standAlone } from "./follow-up.ts";

const before = "How long is the warranty on a Skerry drone?";
const isElliptical = (question: string) => standAlone(question, before).isElliptical;

test("a question of its own leans on nothing, however short", () => {
  expect(isElliptical("What does CareCover cost?")).toBe(false);
  expect(isElliptical("Who approves a refund above the limit?")).toBe(false);
  expect(isElliptical("Is there a fee for a contract that ended early?")).toBe(false);
  expect(standAlone("What does CareCover cost?", before).question).toBe("What does CareCover cost?");
});

test("a question that names little, points back or goes on borrows the words of the one before", () => {
  for (const question of [
    "How long?",
    "In Texas?",
    "Is it covered?",
    "What happens after that?",
    "And for cameras in California?",
  ])
    expect(isElliptical(question), question).toBe(true);
  expect(standAlone("In Texas?", before).question).toBe(`In Texas? ${before}`);
});

test("thanks and greetings are neither a question of its own nor borrowed", () => {
  for (const question of ["Great, thanks! And for cameras in California?", "ok, what about Texas please"])
    expect(isElliptical(question), question).toBe(true);
  expect(standAlone("In Texas?", "hi team, refund period please").question).toBe("In Texas? refund period?");
});

test("the first question of a chat stands alone", () => {
  expect(standAlone("How long?", null)).toEqual({ question: "How long?", isElliptical: false });
});
