import { expect, test } from "vitest";
import { buildSegment, decodeSegment } from "./segment.ts";

const document = {
  title: "Refund Policy 2024",
  passages: [
    { text: "Refunds are paid within 14 days.", section: "Refunds › 4.3 Late refunds" },
    { text: "", section: "" },
    { text: "Late refunds need approval. 退款", section: "Refunds › 4.3 Late refunds" },
  ],
};

test("stores the terms of title, sections and passages in reading order", () => {
  const { vocabulary, tokens, starts, sectionOf, sections, passages } = decodeSegment(buildSegment(document));
  const part = (number: number) =>
    Array.from(tokens.slice(starts[number], starts[number + 1]), (id) => vocabulary[id]);
  expect([sections, passages]).toEqual([2, 3]);
  expect([...sectionOf]).toEqual([0, 1, 0]);
  expect(part(0)).toEqual(["refund", "polici", "2024"]);
  expect(part(1)).toEqual(["refund", "4.3", "late", "refund"]);
  expect(part(2)).toEqual([]);
  expect(part(3)).toEqual(["refund", "paid", "within", "14", "dai"]);
  expect(part(5)).toEqual(["late", "refund", "need", "approv", "", "退款"]);
});

test("builds the same bytes for the same document", () => {
  expect(buildSegment(document)).toEqual(buildSegment(structuredClone(document)));
});

test("builds a segment for an empty document", () => {
  expect(decodeSegment(buildSegment({ title: "", passages: [] })).passages).toBe(0);
});

test("keeps a vocabulary of more than 65,535 words", () => {
  const text = Array.from({ length: 70_000 }, (_, word) => `w${word.toString(36)}q`).join(" ");
  const { tokens, vocabulary, starts } = decodeSegment(
    buildSegment({ title: "", passages: [{ text, section: "" }] }),
  );
  expect(vocabulary.length).toBeGreaterThan(65_536);
  expect(tokens.length).toBe(starts.at(-1));
  expect(Math.max(...Array.from(tokens.slice(-10)))).toBeGreaterThan(65_535);
});

test("rejects a segment of another version", () => {
  const bytes = buildSegment(document);
  bytes[3] = 99;
  expect(() => decodeSegment(bytes)).toThrow(/version 99.*index the document again/);
});

test("rejects bytes that are not a segment", () => {
  expect(() => decodeSegment(new TextEncoder().encode("%PDF-1.7"))).toThrow("not an index segment");
  expect(() => decodeSegment(new Uint8Array())).toThrow("not an index segment");
});

test("rejects a truncated segment", () => {
  const bytes = buildSegment(document);
  for (let length = 4; length < bytes.length; length++) {
    expect(() => decodeSegment(bytes.slice(0, length))).toThrow("damaged");
  }
  expect(() => decodeSegment(Uint8Array.of(...bytes, 0))).toThrow("damaged");
});
