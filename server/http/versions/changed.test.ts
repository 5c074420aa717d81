import { expect, test } from "vitest";
import { afterChange, changed, columnsFor } from "./changed.ts";

const columns = { name: "name", isActive: "is_active", until: "ends_on" } as const;
const row = { id: 7, name: "Claims", is_active: true, ends_on: "2026-12-31" as string | null };

test("a change writes each column and records its field before and after", () => {
  expect(changed(row, { name: "Refunds", until: null }, columns)).toEqual({
    values: { name: "Refunds", is_active: true, ends_on: null },
    before: { name: "Claims", isActive: true, until: "2026-12-31" },
    after: { name: "Refunds", isActive: true, until: null },
  });
});

test("a field that a call leaves out, or of which the row knows nothing, changes nothing", () => {
  const given = { name: undefined, version: 3 };
  expect(changed(row, given, columns).values).toEqual(columnsFor(changed(row, {}, columns).before, columns));
  expect(afterChange({ name: "Claims" }, given)).toEqual({ name: "Claims" });
});
