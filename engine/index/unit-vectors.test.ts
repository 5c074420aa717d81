import { expect, test } from "vitest";
import { encodedUnitsOf, nearUnits, packUnits } from "./unit-vectors.ts";

const passage = {
  section: "Leave",
  text: "You get 25 days. You must ask for:\n- sick leave by 9 o'clock;\n- a day off a week before.",
};

/** Unit vectors of 384 numbers, the same in each run. */
function vectorOf(seed: number): Float32Array {
  const vector = Float32Array.from({ length: 384 }, (_, at) => Math.sin(seed * 7 + at * (seed + 1)));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

test("an item is encoded with the words that lead to it, and no unit with its headings", () => {
  const texts = encodedUnitsOf(passage).map(({ text }) => text);
  expect(texts[0]).toBe("You get 25 days.");
  expect(texts).toContain("You must ask for:\n- a day off a week before.");
  expect(texts.join()).not.toContain("Leave");
});

test("eight bits keep each unit's nearness to within a hundredth", () => {
  const units = encodedUnitsOf(passage);
  const vectors = units.map((_, index) => vectorOf(index));
  const question = vectorOf(2.5);
  const near = nearUnits(question, packUnits(units, vectors));
  expect(near.map(({ start, end }) => ({ start, end }))).toEqual(
    units.map(({ start, end }) => ({ start, end })),
  );
  for (const [place, { cosine }] of near.entries())
    expect(Math.abs(cosine - dot(question, vectors[place] ?? question))).toBeLessThan(0.01);
});

test("a unit without any meaning is near nothing", () => {
  const [unit] = encodedUnitsOf(passage);
  const packed = packUnits(unit ? [unit] : [], [new Float32Array(384)]);
  expect(nearUnits(vectorOf(1), packed).map(({ cosine }) => cosine)).toEqual([0]);
});

test("vectors of another dimension tell nothing", () => {
  const units = encodedUnitsOf(passage);
  const packed = packUnits(
    units,
    units.map((_, index) => vectorOf(index)),
  );
  expect(nearUnits(new Float32Array(256).fill(1), packed)).toEqual([]);
});

test("of a text of 5,000 sentences only the beginning is encoded", () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `Rule ${index} holds.`).join(" ");
  expect(encodedUnitsOf({ section: "", text }).length).toBeLessThan(100);
  expect(packUnits([], [])).toEqual({ spans: [], bytes: new Uint8Array() });
});
