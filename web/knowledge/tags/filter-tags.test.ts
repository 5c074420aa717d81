import { expect, test } from "vitest";
import { filterTags } from "./filter-tags.ts";

const tags = ["Surrender charge", "Free-look period", "Texas"];

test("a typed word keeps the tags that contain it", () => {
  expect(filterTags(tags, "What is the surrender fee in texas?")).toEqual(["Surrender charge", "Texas"]);
});

test("short and common words filter nothing", () => {
  expect(filterTags(tags, "is it the")).toEqual(tags);
});

test("a word that matches no tag leaves none", () => {
  expect(filterTags(tags, "hospice")).toEqual([]);
});
