import { expect, test } from "vitest";
import { answerability } from "./answerability.ts";
import { abstain } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { withUnmentioned } from "./unmentioned.ts";

const held = (together: number, named = 0) => [{ together, named }];
const among = (passages: number, ...unknownNames: string[]) => ({ passages, unknownNames });

test("the more passages, the more of the question one of them must hold", () => {
  expect(answerability(held(0.3), among(300))).toBeGreaterThan(1);
  expect(answerability(held(0.3), among(13_000))).toBeLessThan(1);
  expect(answerability(held(0.5), among(16_000_000))).toBeGreaterThan(1);
});

test("of a page or two a passage need not hold as much as of a book", () => {
  expect(answerability(held(0.1), among(6))).toBeGreaterThan(1);
  expect(answerability(held(0.1), among(15))).toBeLessThan(1);
});

test("a question that names the document may use other words than it", () => {
  expect(answerability(held(0.2, 0.6), among(13_000))).toBeGreaterThan(1);
  expect(answerability(held(0.08, 0.6), among(13_000))).toBeLessThan(1);
});

test("a question about somebody whom no document mentions must be met better", () => {
  expect(answerability(held(0.3, 0.6), among(300, "LiiON"))).toBeLessThan(1);
  expect(answerability(held(0.6), among(300, "LiiON"))).toBeGreaterThan(1);
});

test("nothing found answers nothing", () => {
  expect(answerability([], among(0))).toBe(0);
});

test("the reader is told which names no document mentions", () => {
  const answer: Draft = { outcome: "answered", text: "Yes.", sources: [], claims: [], reason: null };
  expect(withUnmentioned(answer, [])).toBe(answer);
  expect(withUnmentioned(answer, ["LiiON"]).reason).toBe("Your documents do not mention “LiiON”.");
  expect(withUnmentioned({ ...answer, reason: "They differ." }, ["LiiON", "Inria"]).reason).toBe(
    "Your documents do not mention “LiiON” or “Inria”. They differ.",
  );
  expect(withUnmentioned(abstain("The nearest passages share too little."), ["LiiON"]).reason).toBe(
    "Your documents do not mention “LiiON”.",
  );
});
