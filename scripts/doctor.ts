import { existsSync } from "node:fs";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { examine } from "#server/operation/doctor/examine.ts";

// `npm run doctor`: tests every part configured by the environment of `npm run serve`, also while the server runs, and
// reports problems. Exits with 1 if there are any, missing protections included.

const signs = { fine: "ok     ", note: "note   ", warning: "WARNING", wrong: "WRONG  " };
try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  for await (const { part, state, says } of examine(readConfig())) {
    process.stdout.write(`${signs[state]}  ${part.padEnd(9)} ${says}\n`);
    if (state === "wrong" || state === "warning") process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
