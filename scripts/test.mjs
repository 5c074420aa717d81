import { join } from "node:path";
import { binaries, ensureBuilt, ensureInstalled, nodeBinary, run } from "./ensure.mjs";

// `npm test`: installs and builds the missing parts, then runs the unit tests, the API's on a real PostgreSQL and the
// main end-to-end tests in a real Chromium, in under five minutes on two cores. `npm run test:promises`: every route by
// every caller, attacks, floods, races, long lists, all other end-to-end tests.
const isLong = process.argv.includes("promises");
ensureInstalled();
ensureBuilt();
run(nodeBinary(), ["testing/chromium.ts"]);
const projects = isLong ? ["--project", "promises"] : ["--project", "unit", "--project", "api"];
process.stdout.write(isLong ? "1 of 2: promises of the API …\n" : "1 of 2: unit and API tests …\n");
run(nodeBinary(), [join(binaries, "..", "vitest", "vitest.mjs"), "run", ...projects]);
process.stdout.write(`2 of 2: ${isLong ? "all other" : "main"} end-to-end tests in the browser …\n`);
const stories = ["test", "--project", isLong ? "promises" : "main"];
run(nodeBinary(), [join(binaries, "..", "@playwright", "test", "cli.js"), ...stories]);
