import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { boundaries } from "./boundaries.ts";
import { refusalOf } from "./lint-imports.ts";

/** Where SQL may occur: stores, the platform, `callers.ts`, which opens transactions inside the fence, and backups. */
const holdsStatements =
  /(?:^|\/)(?:[a-z-]+-)?store\.ts$|^server\/(?:platform|operation\/backup)\/|^server\/kernel\/callers\.ts$/;
const statement =
  /from "kysely|\bsql[`.<]|\.query[(<]|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\.executeTakeFirst/;

test("SQL occurs only in stores, backups and the platform", () => {
  const files = globSync("server/**/*.ts", { exclude: ["server/**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(200);
  const outside = files.filter(
    (file) => !holdsStatements.test(file) && statement.test(readFileSync(file, "utf8")),
  );
  expect(outside).toEqual([]);
});

/** Where Fastify is allowed: in front of the verbs, and where cookies are read and set. */
const seesTheFramework =
  /^server\/(?:http\/|identity\/(?:admission|sessions)\/|answering\/(?:mcp|completions|widget)\/|operation\/start\/)/;

test("no framework object reaches a verb, unless it reads or sets a cookie", () => {
  const files = globSync("server/**/*.ts", { exclude: ["server/**/*.test.ts"] });
  const sees = files.filter((file) =>
    /from "(?:fastify|@fastify\/)|\bExchange\b/.test(readFileSync(file, "utf8")),
  );
  expect(sees.filter((file) => !seesTheFramework.test(file))).toEqual([]);
});

const code = "**/*.{ts,tsx,mjs}";
const tests = ["**/*.test.ts", "**/*.check.ts", "**/node_modules/**"];

/** The folder that owns a file: a noun, or a district for files outside nouns. A library's root files are its doors: each counts. */
function folderOf(file: string): string {
  const names = file.split("/");
  if (!districted.test(file)) return names.slice(0, 2).join("/");
  return names.slice(0, -1).slice(0, 3).join("/");
}
const districted = /^(?:server|web|contract)\//;
const districtOf = (file: string) => file.split("/").slice(0, -1).slice(0, 2).join("/");

/** The folders of a part and their imports of each other, from every file but tests. */
function foldersOf(part: string, ownerOf: (file: string) => string): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of globSync(`${part}/${code}`, { exclude: tests }))
    for (const other of importsOf(file).filter((name) => name.startsWith(`${part}/`))) {
      const [from, to] = [ownerOf(file), ownerOf(other)];
      if (from !== to) folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  return folders;
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import|import\(|new URL\()\s*"([^"]+)"/g)].flatMap(([, name = ""]) => {
    if (name.startsWith("#")) return [name.slice(1)];
    return name.startsWith(".") ? [join(dirname(file), name)] : [];
  });
}

test("a style sheet uses only sheets of folders that its own may import", () => {
  const refusals = (file: string, text: string) =>
    [...text.matchAll(/(?:from|@import)\s+"([^"]+)"/g)].map(([, name = ""]) =>
      refusalOf(file, name.startsWith(".") ? `#${join(dirname(file), name)}` : name),
    );
  const found = globSync("web/**/*.css").flatMap((file) => refusals(file, readFileSync(file, "utf8")));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((refusal) => refusal !== null)).toEqual([]);
  const planted = '.a { composes: b from "../answering/reports/reports.module.css"; }';
  expect(refusals("web/ui/planted.module.css", planted)).not.toEqual([null]);
});

/** Removes folders that import no remaining one, until none is removed: the rest form a ring. */
function ringIn(folders: Map<string, Set<string>>): string[] {
  const left = new Map(folders);
  for (;;) {
    const ends = [...left].filter(([, others]) => [...others].every((other) => !left.has(other)));
    if (ends.length === 0) return [...left.keys()].toSorted();
    for (const [name] of ends) left.delete(name);
  }
}

const parts = [...new Set([...boundaries.keys()].map((folder) => folder.split("/")[0] ?? ""))];

test.each(parts.filter((part) => globSync(`${part}/*/`).length > 0))(
  "no folders of %s import each other in a ring",
  (part) => {
    const folders = foldersOf(part, folderOf);
    expect(folders.size).toBeGreaterThan(0);
    expect(ringIn(folders)).toEqual([]);
    if (districted.test(`${part}/`)) expect(ringIn(foldersOf(part, districtOf))).toEqual([]);
  },
);

test("the lists of imports allow no ring", () => {
  expect(ringIn(new Map([...boundaries].map(([folder, allowed]) => [folder, new Set(allowed)])))).toEqual([]);
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
    exclude: ["**/node_modules/**", "dist/**", "data/**"],
  });
  expect(files.length).toBeGreaterThan(1_000);
  const linesOf = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").length;
  expect(files.filter((file) => !mayBeLong.test(file) && linesOf(file) > 400)).toEqual([]);
});
