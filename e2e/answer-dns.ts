import { readFile } from "node:fs/promises";
import { Resolver } from "node:dns/promises";
import { join } from "node:path";

// The DNS TXT records of the tests, in files that they write (server.ts); loaded into the program before it starts,
// since no test owns a domain.
Resolver.prototype.resolveTxt = async (name) => {
  try {
    return [[await readFile(join(process.env.DATA_DIR ?? "", "dns", name), "utf8")]];
  } catch {
    throw Object.assign(new Error(`no TXT record of ${name}`), { code: "ENODATA" });
  }
};
