import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { watchOwnStalls } from "./own-stalls.ts";

// Loaded before the program itself, in each of its threads (`--import`): records the time and length of uninterrupted
// work.

/** Shorter ones aren't recorded. */
const shortestMs = 1;
const folder = process.env.HOLDS_FOLDER;
if (folder) {
  let noted = "";
  watchOwnStalls((ms) => {
    if (ms >= shortestMs) noted += `${Date.now()} ${ms.toFixed(2)}\n`;
  });
  setInterval(() => {
    if (noted !== "") appendFileSync(join(folder, String(threadId)), noted);
    noted = "";
  }, 200).unref();
}
