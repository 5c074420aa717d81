import { expect, test } from "vitest";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { DatabaseRefusedError, namingDatabase } from "#server/platform/database/refused.ts";
import { startupFailure } from "./startup-failure.ts";

const fails = (code: string, message: string) => () =>
  Promise.reject(Object.assign(new Error(message), { code }));
const caught = (work: Promise<unknown>) => work.then(() => null, startupFailure);
const named = { connectionString: "postgres://localhost/footnote" };

test("what an operator can mend is a sentence without a stack", async () => {
  for (const error of [new ConfigError("PORT …"), new DatabaseRefusedError("A pooler …")])
    expect(startupFailure(error)).toBe(error.message);
  for (const work of [fails("ECONNREFUSED", "connect ECONNREFUSED"), fails("28P01", "authentication failed")])
    expect(await caught(namingDatabase(named, work))).toMatch(/^The database of DATABASE_URL [^\n]*$/);
  const own = { host: "/tmp", user: "footnote", password: "", database: "footnote" };
  expect(await caught(namingDatabase(own, fails("57P03", "it is shutting down")))).toMatch(
    /^The embedded database \(DATA_DIR\) cannot be used: it is shutting down\./,
  );
});

test("a fault of the program keeps its stack, and is not the database's unless it happened there", async () => {
  expect(startupFailure(new TypeError("x is not a function"))).toContain("startup-failure.test.ts");
  expect(await caught(namingDatabase(named, fails("42P01", "relation does not exist")))).toContain("\n");
  expect(await caught(fails("EADDRINUSE", "listen EADDRINUSE")())).toContain("\n");
});
