import { readFileSync, writeFileSync } from "node:fs";

// After a change of dependencies: removes optional platform packages that the registry lacked from the lock file's lists,
// because `npm ci` refuses a lock that names a package without a version.
const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
let removed = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    const nested = `${place}/node_modules/${name}`;
    const found = lock.packages[nested] ?? lock.packages[`node_modules/${name}`];
    if (place === "" || found?.version !== undefined) continue;
    delete entry.optionalDependencies[name];
    removed += 1;
  }
}
for (const [place, entry] of Object.entries(lock.packages))
  if (place !== "" && entry.version === undefined && !entry.link) delete lock.packages[place];
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${removed} unavailable optional packages left out of package-lock.json\n`);
