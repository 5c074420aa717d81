import { connect } from "node:net";
import { expect, test } from "vitest";
import { ConfigError } from "./config/config-error.ts";
import { DatabaseRefusedError } from "./platform/database/refused.ts";
import { startupFailure } from "./startup-failure.ts";

test("what an operator can mend is a sentence without a stack", async () => {
  const refused = await new Promise<unknown>((resolve) => connect(1, "127.0.0.1").once("error", resolve));
  const noPassword = Object.assign(new Error("password authentication failed"), {
    code: "28P01",
    severity: "FATAL",
  });
  for (const error of [
    refused,
    noPassword,
    new ConfigError("PORT …"),
    new DatabaseRefusedError("A pooler …"),
  ])
    expect(startupFailure(error)).not.toContain("\n");
  expect(startupFailure(refused)).toMatch(/^The database refuses the program's login: .*DATABASE_URL/);
});

test("a fault of the program keeps its stack", () => {
  expect(startupFailure(new TypeError("x is not a function"))).toContain("startup-failure.test.ts");
  const missing = Object.assign(new Error("relation does not exist"), { code: "42P01", severity: "ERROR" });
  expect(startupFailure(missing)).toContain("\n");
});
