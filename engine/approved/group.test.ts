import { expect, test } from "vitest";
import { groupSame } from "./group.ts";

test("questions are grouped by what they ask, not by a word of their topic", () => {
  const questions = [
    "Are gift cards refundable?",
    "Who pays for shipping?",
    "are gift cards refundable",
    "Are gift cards not refundable?",
    "Hi, who pays for shipping? Thanks",
    "Who pays for return shipping?",
  ];
  expect(groupSame(questions)).toEqual([[0, 2], [1, 4], [3], [5]]);
});
