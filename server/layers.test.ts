import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where SQL stands: stores, the platform's own, and `callers.ts`, which opens transactions inside the fence. */
const holdsStatements = /(?:^|\/)(?:[a-z-]+-)?store\.ts$|^server\/platform\/|^server\/callers\.ts$/;
const statement =
  /from "kysely|\bsql[`.<]|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\.executeTakeFirst/;

test("SQL stands in stores and the platform alone", () => {
  const files = globSync("server/**/*.ts", { exclude: ["server/**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(200);
  const outside = files.filter(
    (file) => !holdsStatements.test(file) && statement.test(readFileSync(file, "utf8")),
  );
  expect(outside).toEqual([]);
});
