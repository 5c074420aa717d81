import { defineConfig } from "vitest/config";

/** Tests of ten seconds and more: every route by every caller, hostile files, floods, waiting, whole demos and bundles. */
const long = ["server/promises/**/*.api.test.ts", "{server,testing,reading}/**/*.long.api.test.ts"];

const onServers = {
  globalSetup: ["testing/database.ts"],
  setupFiles: ["testing/v8-flags.ts"],
  testTimeout: 180_000,
  hookTimeout: 120_000,
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
          include: ["{contract,engine,reading,spreadsheets,sync,testing,server,web,seed,bench}/**/*.test.ts"],
          exclude: ["**/*.api.test.ts"],
          testTimeout: 60_000,
          // by default Vitest leaves one processor idle
          maxWorkers: "100%",
        },
      },
      {
        test: {
          name: "api",
          include: ["{server,testing}/**/*.api.test.ts"],
          exclude: long,
          ...onServers,
          // each has its own server and database, and waits for them
          maxWorkers: 3,
          // after the unit tests, which use the processors alone
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "promises",
          include: long,
          ...onServers,
          // floods and time limits need the processors
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
