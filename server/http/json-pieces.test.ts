import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";

const textOf = (value: unknown) => [...jsonPieces(value)].join("");

test("what the pieces say together is what JSON says", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      expect(JSON.parse(textOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(JSON.parse(textOf({ a: undefined, b: [{}], c: {} }))).toEqual({ b: [{}], c: {} });
});

test("a long text comes in pieces of bounded length, none of its letters changed where it is cut", () => {
  const text = `x${"😀\n".repeat(200_000)}`;
  const pieces = [...jsonPieces({ text, pages: [{ text }] })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  expect(JSON.parse(pieces.join(""))).toEqual({ text, pages: [{ text }] });
});

test("what a generator yields is one string", () => {
  function* parts() {
    yield "one";
    yield "";
    yield "\n“two”";
  }
  expect(JSON.parse(textOf({ content: parts(), pages: 2 }))).toEqual({ content: "one\n“two”", pages: 2 });
});
