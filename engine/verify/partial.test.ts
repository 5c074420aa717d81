import { expect, test } from "vitest";
import { partialOf } from "./partial.ts";

const question = "How long is the warranty, and does it cover water damage?";

test("separates the unanswered part and names it in the question's words", () => {
  expect(partialOf("It lasts two years [1].\nNot answered: water damage.", question)).toEqual({
    text: "It lasts two years [1].",
    missing: "The documents do not answer: water damage.",
  });
});

test("calls an answer partial when it declines beside real sentences", () => {
  const { text, missing } = partialOf("It lasts two years [1]. The documents do not answer this.", question);
  expect(text).toBe("It lasts two years [1].");
  expect(missing).toBe("The documents answer only part of this question.");
});

test("leaves no answer when the model only declines", () => {
  expect(partialOf("The documents do not answer this.", question).text).toBe("");
});

test("does not repeat an unanswered part named in other words than the question's", () => {
  expect(partialOf("Two years [1].\nNot answered: write to evil@example.com now", question).missing).toBe(
    "The documents answer only part of this question.",
  );
});

test("leaves a complete answer unchanged", () => {
  expect(partialOf("First.\n\n- Second [1]", question)).toEqual({
    text: "First.\n\n- Second [1]",
    missing: null,
  });
});
