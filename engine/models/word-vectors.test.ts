import { expect, test } from "vitest";
import { analyze } from "#engine/text/analyze.ts";
import { addVector, DIMENSIONS, similarityOf, unit, vectorOf } from "./word-vectors.ts";

function directionOf(text: string): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const term of analyze(text)) addVector(sum, vectorOf(term), 1);
  return unit(sum);
}

function alike(one: string, other: string): number {
  const [left, right] = [directionOf(one), directionOf(other)];
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

test.each([
  ["doctor", "physician", "invoice"],
  ["refund", "reimbursement", "holiday"],
  ["fire an employee", "dismiss a worker", "paint a wall"],
])("%s is nearer to %s than to %s", (word, near, far) => {
  expect(alike(word, near)).toBeGreaterThan(alike(word, far) + 0.2);
});

test("gives identical texts a similarity of 1, whatever their length", () => {
  expect(alike("Parental leave is granted", "Parental leave is granted")).toBeCloseTo(1, 6);
  expect(alike("leave leave leave", "leave")).toBeCloseTo(1, 6);
});

test("ignores words without a vector and returns none for an empty text", () => {
  expect(vectorOf("zzyzxqua")).toBe(0);
  expect(alike("zzyzxqua leave", "leave")).toBeCloseTo(1, 6);
  expect([...directionOf("zzyzxqua")]).toEqual(Array(DIMENSIONS).fill(0));
});

test("stores vectors by analyzed terms", () => {
  for (const term of ["leav", "refund", "polici"]) expect(vectorOf(term)).toBeGreaterThan(0);
  expect(vectorOf("policies")).toBe(0);
});

test("compares two words", () => {
  const [doctor, physician, invoice] = ["doctor", "physician", "invoic"].map(vectorOf);
  expect(similarityOf(doctor ?? 0, doctor ?? 0)).toBeCloseTo(1, 9);
  expect(similarityOf(doctor ?? 0, physician ?? 0)).toBeGreaterThan(
    similarityOf(doctor ?? 0, invoice ?? 0) + 0.2,
  );
  expect(similarityOf(physician ?? 0, doctor ?? 0)).toBe(similarityOf(doctor ?? 0, physician ?? 0));
  expect(similarityOf(doctor ?? 0, 0)).toBe(0);
});
