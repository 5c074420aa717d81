import { join } from "node:path";
import { binaries, ensureBuilt, ensureInstalled, environment, nodeBinary, run } from "./ensure.mjs";

// `npm test`: installs and builds the missing parts, then runs the unit tests, the API's on a real PostgreSQL and the
// main end-to-end tests in a real Chromium. `npm run test:promises`: every route by every caller, attacks, floods, races,
// long lists, all other end-to-end tests; `-- --shard=1/10` runs a tenth of each kind.

// the hundred servers that tests start would each compile the same files
const env = { ...environment, NODE_COMPILE_CACHE: join(binaries, "..", ".cache", "compiled") };
const isLong = process.argv.includes("promises");
const shard = process.argv.filter((argument) => argument.startsWith("--shard="));
ensureInstalled();
ensureBuilt();
run(nodeBinary(), ["testing/chromium.ts"]);
const projects = isLong ? ["--project", "promises"] : ["--project", "unit", "--project", "api"];
process.stdout.write(isLong ? "1 of 2: promises of the API …\n" : "1 of 2: unit and API tests …\n");
run(nodeBinary(), [join(binaries, "..", "vitest", "vitest.mjs"), "run", ...projects, ...shard], env);
process.stdout.write(`2 of 2: ${isLong ? "all other" : "main"} end-to-end tests in the browser …\n`);
const stories = ["test", "--project", isLong ? "promises" : "main", ...shard];
run(nodeBinary(), [join(binaries, "..", "@playwright", "test", "cli.js"), ...stories], env);
