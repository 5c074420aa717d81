import { expect, test } from "vitest";
import { smallTokenizer } from "#testing/local-model.ts";
import { openTokens } from "./tokens.ts";

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const config = bytes({ tokenizer_class: "BertTokenizer" });
const tokens = openTokens(bytes(smallTokenizer), config, 8);

test.each([
  ["Refunds are due", [2, 4, 5, 7, 8, 3]],
  ["FÉES", [2, 6, 5, 3]],
  ["fee:due", [2, 6, 10, 8, 3]],
  ["fee\u0000 \t due", [2, 6, 8, 3]],
  ["unknown", [2, 1, 3]],
  ["費 fee", [2, 1, 6, 3]],
  ["", [2, 3]],
])("%j is cut into the numbers that the vocabulary gives its words", (text, numbers) => {
  expect(tokens(text)).toEqual(numbers);
});

test("tokenizes a long text in bounded time, with both special tokens", () => {
  const began = performance.now();
  expect(tokens("fee ".repeat(2_000_000))).toEqual([2, 6, 6, 6, 6, 6, 6, 3]);
  expect(tokens("x".repeat(5_000_000))).toEqual([2, 1, 3]);
  expect(performance.now() - began).toBeLessThan(500);
});

test("rejects files that are not a tokenizer", () => {
  expect(() => openTokens(bytes({}), config, 8)).toThrow("do not describe a tokenizer");
  expect(() => openTokens(new TextEncoder().encode("{"), config, 8)).toThrow("do not describe a tokenizer");
});
