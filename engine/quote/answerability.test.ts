import { expect, test } from "vitest";
import { answerability } from "./answerability.ts";

const held = (together: number, named = 0) => [{ together, named, telling: { words: 9, held: 0 } }];
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

test("of three or four words beside names a passage must hold more than the commonest, of one or two it must hold one", () => {
  const short = (words: number, share: number) => [
    { together: 0.4, named: 1, telling: { words, held: share } },
  ];
  const isMet = (words: number, share: number, passages = 300) =>
    answerability(short(words, share), among(passages)) >= 1;
  expect([isMet(3, 0.15), isMet(4, 0.15), isMet(2, 0)]).toEqual([false, false, false]);
  expect([isMet(3, 0.3), isMet(2, 0.1), isMet(5, 0), isMet(0, 0)]).toEqual([true, true, true, true]);
  expect(isMet(3, 0.15, 10)).toBe(true);
  // one passage of those read is enough
  expect(answerability([...short(4, 0.1), ...short(4, 0.5)], among(300))).toBeGreaterThan(1);
});

test("nothing found answers nothing", () => {
  expect(answerability([], among(0))).toBe(0);
});
