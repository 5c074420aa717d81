import { expect, test } from "vitest";
import { standAlone } from "./follow-up.ts";

const before = "How long is the warranty on a Skerry drone?";
const isElliptical = (question: string) => standAlone(question, before).isElliptical;

test("adds nothing to a question that stands alone, however short", () => {
  expect(isElliptical("What does CareCover cost?")).toBe(false);
  expect(isElliptical("Who approves a refund above the limit?")).toBe(false);
  expect(isElliptical("Is there a fee for a contract that ended early?")).toBe(false);
  expect(standAlone("What does CareCover cost?", before).question).toBe("What does CareCover cost?");
});

test("completes a vague or continuing question from the one before", () => {
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

test("ignores thanks and greetings", () => {
  for (const question of ["Great, thanks! And for cameras in California?", "ok, what about Texas please"])
    expect(isElliptical(question), question).toBe(true);
  expect(standAlone("In Texas?", "hi team, refund period please").question).toBe("In Texas? refund period?");
});

test("adds nothing to the first question of a chat", () => {
  expect(standAlone("How long?", null)).toEqual({ question: "How long?", isElliptical: false });
});
