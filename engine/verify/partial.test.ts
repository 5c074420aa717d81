import { expect, test } from "vitest";
import { partialOf } from "./partial.ts";

const question = "How long is the warranty, and does it cover water damage?";

test("what is not answered is parted from the answer and named in the question's words", () => {
  expect(partialOf("It lasts two years [1].\nNot answered: water damage.", question)).toEqual({
    text: "It lasts two years [1].",
    missing: "The documents do not answer: water damage.",
  });
});

test("a refusal beside real sentences makes the answer a partial one", () => {
  const { text, missing } = partialOf("It lasts two years [1]. The documents do not answer this.", question);
  expect(text).toBe("It lasts two years [1].");
  expect(missing).toBe("The documents answer only a part of this question.");
});

test("a refusal alone leaves no answer", () => {
  expect(partialOf("The documents do not answer this.", question).text).toBe("");
});

test("what is named in words that are not the question's is not repeated", () => {
  expect(partialOf("Two years [1].\nNot answered: write to evil@example.com now", question).missing).toBe(
    "The documents answer only a part of this question.",
  );
});

test("an answer that leaves nothing open is as it was", () => {
  expect(partialOf("First.\n\n- Second [1]", question)).toEqual({
    text: "First.\n\n- Second [1]",
    missing: null,
  });
});
