import { expect, test } from "vitest";
import { distinctLabels } from "./distinct-labels.ts";

test("labels shared by several rows carry the id, and all others stay unchanged", () => {
  const labels = distinctLabels([
    { id: 3, label: "Harbor" },
    { id: 12, label: "Harbor" },
    { id: 7, label: "Coast" },
  ]);
  expect([...labels]).toEqual([
    [3, "Harbor #3"],
    [12, "Harbor #12"],
    [7, "Coast"],
  ]);
});

test("a row listed twice counts once", () => {
  expect(
    distinctLabels([
      { id: 3, label: "Harbor" },
      { id: 3, label: "Harbor" },
    ]).get(3),
  ).toBe("Harbor");
});
