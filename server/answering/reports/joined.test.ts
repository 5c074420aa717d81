import { expect, test } from "vitest";
import { joined } from "./facts-store.ts";

const day = (at: number, companyId: number | null = null) => ({
  companyId,
  from: `2026-11-${String(at).padStart(2, "0")} 00:00:00Z`,
  to: `2026-11-${String(at + 1).padStart(2, "0")} 00:00:00Z`,
});

test("days next to each other are counted as one range, in any order, and gaps stay", () => {
  const days = [day(3), day(1), day(2), day(7), day(8)];
  expect(joined(days)).toEqual([
    { companyId: null, from: day(1).from, to: day(3).to },
    { companyId: null, from: day(7).from, to: day(8).to },
  ]);
  expect(days).toHaveLength(5);
  expect(joined([])).toEqual([]);
});
