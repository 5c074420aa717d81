import { expect, test } from "vitest";
import type { HelpItem } from "#contract/operation/help.ts";
import { matching } from "./matching.ts";

const item = (id: number, title: string, content: string): HelpItem => ({
  id,
  type: "faq",
  title,
  content,
  videoUrl: null,
  duration: null,
  isInherited: false,
  version: 1,
});
const items = [
  item(1, "How do I rate an answer?", "With the thumbs."),
  item(2, "Who sees it?", "Your admins."),
];
const found = (words: string) => matching(items, words).map(({ id }) => id);

test("a search finds help by words of its title and text, in any order", () => {
  expect(found("THUMBS rate")).toEqual([1]);
  expect(found("admins")).toEqual([2]);
});

test("an empty search shows all help, and a word that nothing matches shows none", () => {
  expect(found("  ")).toEqual([1, 2]);
  expect(found("rate admins")).toEqual([]);
});
