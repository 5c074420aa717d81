import { expect, test } from "vitest";
import { contentsText } from "./contents-text.ts";

test("a workspace's dependents are counted, and an empty one has no text", () => {
  expect(contentsText({ userCount: 1, homeThemeCount: 2 })).toBe(
    "This workspace still has 1 person and 2 themes. Deleting it deactivates the themes and removes the members.",
  );
  expect(contentsText({ userCount: 0, homeThemeCount: 1 })).toContain("0 people and 1 theme.");
  expect(contentsText({ userCount: 0, homeThemeCount: 0 })).toBeNull();
});
