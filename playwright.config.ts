import { defineConfig } from "@playwright/test";

/** User stories in a real Chromium against the built product with the demo scenario, on a data folder of its own. */
export default defineConfig({
  testDir: "e2e",
  timeout: 60_000,
  workers: 1,
  retries: 0,
  reporter: "list",
  globalSetup: "./e2e/server.ts",
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    trace: "off",
    // a dialog that is still fading in has no contrast yet
    contextOptions: { reducedMotion: "reduce" },
  },
});
