import { expect, test } from "vitest";
import { expandLigatures } from "./ligatures.ts";

test("a ligature is read as the letters it shows, even if a converter swapped their bytes", () => {
  expect(expandLigatures("the ﬁrst oﬃce")).toBe("the first office");
  expect(expandLigatures("the 昀椀rst o昀昀椀ce, classi昀椀cation, sta昀昀")).toBe(
    "the first office, classification, staff",
  );
});

test("Chinese characters stay unchanged", () => {
  expect(expandLigatures("李昀昀 and 栀子")).toBe("李昀昀 and 栀子");
});
