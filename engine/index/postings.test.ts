import { expect, test } from "vitest";
import { createPostings, packPosting, sectionCount, slotOf, textCount } from "./postings.ts";

test("stores the highest slot and caps counts", () => {
  const posting = packPosting(2 ** 24 - 1, 400, 90);
  expect([slotOf(posting), textCount(posting), sectionCount(posting)]).toEqual([2 ** 24 - 1, 31, 7]);
});

test("returns lists of any length whole and in order", () => {
  const postings = createPostings();
  const lengths = [0, 1, 2, 3, 4, 10, 11, 12, 255, 256, 257, 1000, 70_000];
  for (let entry = 0; entry < 70_000; entry++) {
    lengths.forEach((length, term) => {
      if (entry < length) postings.append(term, entry * 3 + term);
    });
  }
  const into = new Uint32Array(70_000);
  lengths.forEach((length, term) => {
    expect(postings.count(term)).toBe(length);
    expect(postings.readAll(term, into)).toBe(length);
    expect(into.subarray(0, length).every((value, entry) => value === entry * 3 + term)).toBe(true);
  });
});

test("holds a small theme in kilobytes", () => {
  const postings = createPostings();
  for (let term = 0; term < 100; term++) postings.append(term, term);
  expect(postings.bytes()).toBeLessThan(10_000);
});
