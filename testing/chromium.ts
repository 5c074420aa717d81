import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  // the headless build of the same browser: takes a third less processor time
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of the browser: the one that CHROMIUM_PATH names, else the first that is installed; undefined without any. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? "", ...places].find((path) => path !== "" && existsSync(path));
}

/**
 * Path of the browser.
 *
 * @throws Error with instructions if none is installed
 */
export function chromiumPath(): string {
  const path = findChromium();
  if (path === undefined)
    throw new Error(
      "This needs Chromium: install it (Debian: sudo apt-get install chromium) or name it in CHROMIUM_PATH.",
    );
  return path;
}

/** Installs Debian's browser if none is there and this program may. */
function installChromium(): void {
  if (findChromium() !== undefined || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (...words: string[]) => spawnSync("apt-get", words, { stdio: "ignore", env });
  process.stdout.write("Installing Chromium …\n");
  aptGet("update", "-qq");
  for (const name of ["chromium-headless-shell", "chromium"])
    if (findChromium() === undefined) aptGet("install", "-y", "-qq", "--no-install-recommends", name);
}

if (import.meta.main) {
  installChromium();
  try {
    chromiumPath();
  } catch (problem) {
    process.stderr.write(`${(problem as Error).message}\n`);
    process.exitCode = 1;
  }
}
