import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** Where SQL may occur: stores, the platform, and `callers.ts`, which opens transactions inside the fence. */
const holdsStatements = /(?:^|\/)(?:[a-z-]+-)?store\.ts$|^server\/platform\/|^server\/callers\.ts$/;
const statement =
  /from "kysely|\bsql[`.<]|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\.executeTakeFirst/;

test("SQL occurs only in stores and the platform", () => {
  const files = globSync("server/**/*.ts", { exclude: ["server/**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(200);
  const outside = files.filter(
    (file) => !holdsStatements.test(file) && statement.test(readFileSync(file, "utf8")),
  );
  expect(outside).toEqual([]);
});

/** Where Fastify is allowed: in front of the verbs, and in those that read and set cookies. */
const seesTheFramework = /^server\/(?:(?:http|admission|sessions|mcp)\/|\w+\.ts$)/;

test("no framework object reaches a verb, unless it reads or sets a cookie", () => {
  const files = globSync("server/**/*.ts", { exclude: ["server/**/*.test.ts"] });
  const sees = files.filter((file) =>
    /from "(?:fastify|@fastify\/)|\bExchange\b/.test(readFileSync(file, "utf8")),
  );
  expect(sees.filter((file) => !seesTheFramework.test(file))).toEqual([
    "server/sign-on/begin.ts",
    "server/sign-on/finish.ts",
  ]);
});

/**
 * The folders of a part and their imports of each other, from every file that ships. A `shared-store.ts` that knows nouns only through other shared stores is below all of them and counts as a separate folder here. Migrations are left out: each is run once, by the platform, with the knowledge of its noun at that time.
 */
function foldersOf(part: string): Map<string, Set<string>> {
  const files = globSync(`${part}/**/*.{ts,tsx}`, {
    exclude: ["**/*.test.ts", "**/*.check.ts", "**/migrations/**", "server/promises/**", "**/corpus-*.ts"],
  });
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const folderOf = (file: string) => (file.split("/").length > 2 ? file.split("/")[1] : undefined);
  const isBelow = (file: string) =>
    file.endsWith("/shared-store.ts") &&
    (imports.get(file) ?? []).every(
      (other) => other.endsWith("/shared-store.ts") || [undefined, "platform"].includes(folderOf(other)),
    );
  const nodeOf = (file: string) => (isBelow(file) ? file : folderOf(file));
  const folders = new Map<string, Set<string>>();
  for (const [file, others] of imports)
    for (const other of others.filter((name) => name.startsWith(`${part}/`))) {
      const [from, to] = [nodeOf(file), nodeOf(other)];
      if (from === undefined || to === undefined || from === to) continue;
      folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  return folders;
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/from "([^"]+)"|import\("([^"]+)"\)/g)].flatMap(([, fixed, lazy]) => {
    const name = fixed ?? lazy ?? "";
    if (name.startsWith("#")) return [name.slice(1)];
    return name.startsWith(".") ? [join(dirname(file), name)] : [];
  });
}

/** Removes folders that import no remaining one, until none is removed: the rest form a ring. */
function ringIn(folders: Map<string, Set<string>>): string[] {
  const left = new Map(folders);
  for (;;) {
    const ends = [...left].filter(([, others]) => [...others].every((other) => !left.has(other)));
    if (ends.length === 0) return [...left.keys()].toSorted();
    for (const [name] of ends) left.delete(name);
  }
}

test.each(["server", "engine", "reading", "web"])("no folders of %s import each other in a ring", (part) => {
  const folders = foldersOf(part);
  expect(folders.size).toBeGreaterThan(2);
  expect(ringIn(folders)).toEqual([]);
});

test("a ring of folders is found", () => {
  const ring = new Map([
    ["a", new Set(["b", "x"])],
    ["b", new Set(["c"])],
    ["c", new Set(["a"])],
    ["d", new Set(["a"])],
  ]);
  expect(ringIn(ring)).toEqual(["a", "b", "c", "d"]);
  ring.set("c", new Set(["x"]));
  expect(ringIn(ring)).toEqual([]);
});

/** Generated files, and the verifier, which auditors receive as one file. */
const mayBeLong = /\.gen\.ts$|^verifier\//;

test("no file of code, tests, scripts or styles is longer than 400 lines", () => {
  const files = globSync("*/**/*.{ts,tsx,mjs,css,sql}", {
    exclude: ["node_modules/**", "dist/**", "data/**"],
  });
  expect(files.length).toBeGreaterThan(1_000);
  const linesOf = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").length;
  expect(files.filter((file) => !mayBeLong.test(file) && linesOf(file) > 400)).toEqual([]);
});
