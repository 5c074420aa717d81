import { expect, test } from "vitest";
import { answerability } from "./answerability.ts";

const held = (proximity: number, named = 0, score = 0.5) => [{ proximity, named, score }];
const among = (passages: number, ...unknownWords: string[]) => ({ documents: 2, passages, unknownWords });

test("requires more of the question's words in a larger theme", () => {
  expect(answerability(held(0.3), among(300))).toBeGreaterThan(1);
  expect(answerability(held(0.3), among(13_000))).toBeLessThan(1);
  expect(answerability(held(0.5), among(16_000_000))).toBeGreaterThan(1);
});

test("requires fewer of the question's words in a theme of a page or two", () => {
  expect(answerability(held(0.1), among(6))).toBeGreaterThan(1);
  expect(answerability(held(0.1), among(15))).toBeLessThan(1);
});

test("requires fewer matching words when the question names the document", () => {
  expect(answerability(held(0.2, 0.6), among(13_000))).toBeGreaterThan(1);
  expect(answerability(held(0.08, 0.6), among(13_000))).toBeLessThan(1);
});

test("requires a better match for a name that no document mentions", () => {
  expect(answerability(held(0.3, 0.6), among(300, "LiiON"))).toBeLessThan(1);
  expect(answerability(held(0.6), among(300, "LiiON"))).toBeGreaterThan(1);
});

test("declines when nothing is found", () => {
  expect(answerability([], among(0))).toBe(0);
});

test("declines if even the best of the passages read scores next to nothing", () => {
  expect(answerability(held(0.6, 0, 0.009), among(300))).toBe(0);
  expect(answerability(held(0.6, 0, 0.011), among(300))).toBeGreaterThan(1);
  expect(answerability(held(0.6, 0, 0.04), { ...among(300), documents: 1 })).toBe(0);
  expect(answerability(held(0.6, 0, 0.05), { ...among(300), documents: 1 })).toBeGreaterThan(1);
});
