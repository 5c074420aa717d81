import { defineConfig } from "@playwright/test";
import { findChromium } from "./testing/chromium.ts";

/** The first user stories of everybody; all others are promises (`npm run test:promises`). */
const main = ["main-job", "model-answers"].map((name) => `${name}.spec.ts`);

/** User stories in a real Chromium against the built product with the demo scenario, in a separate data folder. */
export default defineConfig({
  testDir: "e2e",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // each worker has a server of its own, and each story a company of its own
  workers: 2,
  fullyParallel: true,
  // a shared machine may pause for longer than an action waits; what fails twice is broken
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: "list",
  projects: [
    { name: "main", testMatch: main },
    { name: "promises", testIgnore: main },
  ],
  // without the project's name
  snapshotPathTemplate: "{testDir}/{testFilePath}-snapshots/{arg}-{platform}{ext}",
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 15_000,
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // what Chromium itself does; its headless shell else draws letters otherwise, and the pictures differ
        "--font-render-hinting=slight",
      ],
    },
    trace: "off",
    // a dialog that is still fading in has no contrast yet
    contextOptions: { reducedMotion: "reduce" },
  },
});
