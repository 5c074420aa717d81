import { expect, test } from "vitest";
import { answerability } from "./answerability.ts";

const held = (proximity: number, named = 0) => [{ proximity, named }];
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
