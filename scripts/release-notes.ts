import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Prints the changelog's section of a version.
 *   node scripts/release-notes.ts 0.1.0
 * Exits with 1 if package.json has another version, or the section is missing or still called unreleased.
 */
const root = join(import.meta.dirname, "..");
const wanted = process.argv[2] ?? "";
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m).slice(1);
const section = sections.find((text) => /^\S+?(?=[,\n])/.exec(text)?.[0] === wanted);

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
if (wanted !== version) fail(`package.json has version ${version}, not ${wanted}.`);
if (section === undefined) fail(`CHANGELOG.md has no section for ${wanted}.`);
const [title = "", ...body] = section.split("\n");
if (title.includes("unreleased")) fail(`CHANGELOG.md calls ${wanted} unreleased: write the day.`);
process.stdout.write(`${body.join("\n").trim()}\n`);
