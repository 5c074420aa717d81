import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";

const textOf = (value: unknown) => [...jsonPieces(value)].join("");

test("the joined pieces equal the JSON text", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      expect(JSON.parse(textOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(JSON.parse(textOf({ a: undefined, b: [{}], c: {} }))).toEqual({ b: [{}], c: {} });
});

test("a long text comes in pieces of limited length, with no character changed at a cut", () => {
  const text = `x${"😀\n".repeat(200_000)}`;
  const pieces = [...jsonPieces({ text, pages: [{ text }] })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  expect(JSON.parse(pieces.join(""))).toEqual({ text, pages: [{ text }] });
});

test("a generator's output is one string", () => {
  function* parts() {
    yield "one";
    yield "";
    yield "\n“two”";
  }
  expect(JSON.parse(textOf({ content: parts(), pages: 2 }))).toEqual({ content: "one\n“two”", pages: 2 });
});
