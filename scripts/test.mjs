import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { binaries, ensureBuilt, ensureInstalled, environment, fail, nodeBinary, run } from "./ensure.mjs";

// `npm test`: installs and builds the missing parts, then runs the unit tests, the API's on a real PostgreSQL and the
// main stories in a real Chromium, in under five minutes on two cores. `npm run test:promises`: every route by every
// caller, attacks, floods, races, long lists, all other stories.
const isLong = process.argv.includes("promises");
ensureInstalled();
ensureBuilt();
const chromium = findChromium();
const projects = isLong ? ["--project", "promises"] : ["--project", "unit", "--project", "api"];
process.stdout.write(isLong ? "1 of 2: promises of the API …\n" : "1 of 2: unit and API tests …\n");
run(nodeBinary(), [join(binaries, "..", "vitest", "vitest.mjs"), "run", ...projects]);
process.stdout.write(`2 of 2: ${isLong ? "all other" : "main"} stories in the browser …\n`);
const stories = ["test", "--project", isLong ? "promises" : "main"];
run(nodeBinary(), [join(binaries, "..", "@playwright", "test", "cli.js"), ...stories], {
  ...environment,
  CHROMIUM_PATH: chromium,
});

/** The installed browser; else Debian's, installed here if permitted; else a line with instructions. */
function findChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    // the same browser without windows: takes a third less processor time
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const found = () => places.find((path) => path && existsSync(path));
  if (!found() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stdout.write("Installing Chromium …\n");
    const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], quiet);
    for (const name of ["chromium-headless-shell", "chromium"])
      if (!found()) spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], quiet);
  }
  return (
    found() ??
    fail(
      "The browser tests need Chromium: install it (Debian: sudo apt-get install chromium) or name it in CHROMIUM_PATH.",
    )
  );
}
