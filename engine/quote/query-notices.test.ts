import { expect, test } from "vitest";
import { abstain, type Draft } from "#engine/draft.ts";
import { missingWords, withQueryNotices } from "./query-notices.ts";

const answer: Draft = { outcome: "answered", text: "Yes.", sources: [], claims: [], reason: null };
const declined = abstain("The closest passages share too little.");
const differing = { ...answer, reason: "They differ." };
const reasonOf = (draft: Draft, unknownWords: string[], ...readAs: [typed: string, read: string][]) =>
  withQueryNotices(draft, {
    unknownWords,
    absentWords: [],
    unreadable: [],
    readAs: readAs.map(([typed, read]) => ({ typed, read })),
  }).reason;

test("reports the names that no document mentions", () => {
  expect(withQueryNotices(answer, { unknownWords: [], absentWords: [], readAs: [], unreadable: [] })).toEqual(
    answer,
  );
  expect(reasonOf(answer, ["LiiON"])).toBe("Your documents don't mention “LiiON”.");
  expect(reasonOf(differing, ["LiiON", "Inria"])).toBe(
    "Your documents don't mention “LiiON” or “Inria”. They differ.",
  );
  expect(reasonOf(declined, ["LiiON"])).toBe("Your documents don't mention “LiiON”.");
});

test("mentions every word that the documents lack", () => {
  const found = { unknownWords: ["LiiON"], absentWords: ["dress"], readAs: [], unreadable: [] };
  expect(withQueryNotices(answer, found).reason).toBe("Your documents don't mention “LiiON” or “dress”.");
  const twice = { ...found, absentWords: ["LiiON", "dress"] };
  expect(withQueryNotices(answer, twice).reason).toBe("Your documents don't mention “LiiON” or “dress”.");
});

test("reports corrected words, also when nothing is found", () => {
  expect(reasonOf(answer, [], ["refnud", "refund"])).toBe(
    "Showing results for “refund”. You typed “refnud”.",
  );
  expect(reasonOf(declined, [], ["refnud", "refund"], ["polcy", "policy"])).toBe(
    "Showing results for “refund”. You typed “refnud”. Showing results for “policy”. You typed “polcy”. The closest passages share too little.",
  );
  expect(reasonOf(answer, ["LiiON"], ["refnud", "refund"])).toBe(
    "Your documents don't mention “LiiON”. Showing results for “refund”. You typed “refnud”.",
  );
});

test("names as missing only words that say what was asked", () => {
  const texts = ["An opened product may be returned within 15 days."];
  expect(missingWords("She just used the laptop for a day and doesn't like it", texts)).toEqual(["“laptop”"]);
  expect(missingWords("Will we take it if he just doesn't like it?", texts)).toEqual([]);
});
