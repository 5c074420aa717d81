import { readFileSync, writeFileSync } from "node:fs";

// After a change of dependencies: removes from the lock file what must not be installed. Optional platform packages that
// the registry lacked, because `npm ci` refuses a lock that names a package without a version; and optional packages that
// nothing here uses.
const unused = [
  // lets pdf.js draw in Node; here it draws in browsers
  "@napi-rs/canvas",
  // the same program as the binary beside it, for Java
  "recheck-jar",
];
const isUnused = (name) => unused.some((one) => name === one || name.startsWith(`${one}-`));
for (const folder of ["", "scripts/expressions/"]) {
  const path = new URL(`../${folder}package-lock.json`, import.meta.url);
  const lock = JSON.parse(readFileSync(path, "utf8"));
  process.stdout.write(`${prune(lock)} optional packages left out of ${folder}package-lock.json\n`);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}

/** @returns how many it left out */
function prune(lock) {
  let removed = 0;
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const nested = `${place}/node_modules/${name}`;
      const found = lock.packages[nested] ?? lock.packages[`node_modules/${name}`];
      if (!isUnused(name) && (place === "" || found?.version !== undefined)) continue;
      delete entry.optionalDependencies[name];
      removed += 1;
    }
  }
  for (const [place, entry] of Object.entries(lock.packages)) {
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    if (isUnused(name) || (place !== "" && entry.version === undefined && !entry.link))
      delete lock.packages[place];
  }
  return removed;
}
