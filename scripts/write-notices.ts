import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installedPackages, noticesOf } from "./notices.ts";

// Part of the build: what is served and what the browser loads, under whose license.
const file = join(import.meta.dirname, "..", "dist", "web", "third-party-notices.txt");
writeFileSync(file, noticesOf(installedPackages()));
