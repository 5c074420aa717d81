import { defineConfig } from "vitest/config";

/** Tests of ten seconds and more: every route by every caller, hostile files, floods, waiting, whole demos and bundles. */
const long = ["server/promises/**/*.api.test.ts", "{server,testing}/**/*.long.api.test.ts"];

const onServers = {
  globalSetup: ["testing/database.ts"],
  setupFiles: ["testing/v8-flags.ts"],
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // two processes at once: each file has its own server and database
  maxWorkers: 2,
  // after the unit tests, which use the processors alone
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    // a worker loads the server once, not once per file: files share only modules without state
    isolate: false,
    // a machine three times as slow must get the same result
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        test: {
          name: "unit",
          include: ["{contract,engine,reading,spreadsheets,testing,server,web,seed,bench}/**/*.test.ts"],
          exclude: ["**/*.api.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "api",
          include: ["{server,testing}/**/*.api.test.ts"],
          exclude: long,
          ...onServers,
        },
      },
      { test: { name: "promises", include: long, ...onServers } },
    ],
  },
});
