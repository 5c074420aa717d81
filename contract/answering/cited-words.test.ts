import { expect, test } from "vitest";
import { citedWords } from "./cited-words.ts";

const quote = "Shops open at 8. They close at 6. On Sundays they stay closed. Call ahead.";
const spanOf = (words: string) => ({ start: quote.indexOf(words), end: quote.indexOf(words) + words.length });
const [opening, closing, sundays] = ["Shops open at 8.", "They close at 6.", "On Sundays they stay closed."];

test("highlights the best answering sentence with the ones next to it", () => {
  const cited = (...words: string[]) => citedWords({ quote, answering: words.map(spanOf) });
  expect(cited(closing)).toBe(closing);
  expect(cited(closing, opening)).toBe(`${opening} ${closing}`);
  expect(cited(opening, closing)).toBe(`${opening} ${closing}`);
  expect(cited(closing, `${opening} ${closing}`)).toBe(`${opening} ${closing}`);
  expect(cited(opening, sundays)).toBe(opening);
  expect(cited()).toBe(quote);
});
