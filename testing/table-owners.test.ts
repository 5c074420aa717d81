import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const schema = readFileSync("server/platform/database/schema.gen.ts", "utf8");
const tables = [...schema.slice(schema.indexOf("export interface DB")).matchAll(/^ {2}(\w+): /gm)].map(
  ([, name = ""]) => name,
);

type Uses = Map<string, { writes: Set<string>; reads: Set<string> }>;

/** Whose statements write and read each table; a folder is the noun that a file belongs to. */
function usesIn(files: { path: string; text: string }[]): Uses {
  const uses: Uses = new Map(tables.map((table) => [table, { writes: new Set(), reads: new Set() }]));
  for (const { path, text } of files) {
    const noun = path.split("/").slice(1, -1).slice(0, 2).join("/");
    // a statement over several tables takes their names from a list
    if (overSeveral.test(text))
      for (const [list] of text.matchAll(/\[[^[\]]*\]|\bsealedColumn\("\w+"/g))
        for (const [, table = ""] of list.matchAll(/"(\w+)"/g)) uses.get(table)?.writes.add(noun);
    for (const [, call = "", table = ""] of [...text.matchAll(inBuilder), ...text.matchAll(inText)])
      uses.get(table)?.[/insert|update|delete|merge/i.test(call) ? "writes" : "reads"].add(noun);
  }
  return uses;
}
const overSeveral =
  /\b(?:delete|move)RowsOf\(|\.(?:insertInto|updateTable|deleteFrom)\(\s*[^"\s)]|\b(?:update|into|delete from) \$\{/;
const inBuilder =
  /\.(selectFrom|innerJoin(?:Lateral)?|leftJoin|insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)/g;
const inText = /\b(insert into|update|delete from|from|join)\s+(\w+)/g;

const files = globSync("server/**/*.ts", { exclude: ["**/*.test.ts", "**/migrations/**", "**/*.gen.ts"] })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

const page = `# Who touches which table

Whose statements write and read each table, as a test reads them from the stores. A table should have one writer: the rows
at the top have several, and none may be added without a reason. Functions of the database and migrations are not read.
A test writes this page; \`vitest run --project unit testing/table-owners.test.ts -u\` renews it.

| table | written by | read by |
| --- | --- | --- |
`;

test("docs/security/table-owners.md says who writes and reads each table", async () => {
  const uses = [...usesIn(files)];
  expect(uses.filter(([, { writes }]) => writes.size > 0).length).toBeGreaterThan(50);
  const list = (nouns: Set<string>) => [...nouns].toSorted().join(", ");
  const rows = uses
    .toSorted(([a, one], [b, other]) => other.writes.size - one.writes.size || a.localeCompare(b))
    .map(
      ([table, { writes, reads }]) =>
        `| ${table} | ${list(writes)} | ${list(new Set([...reads].filter((noun) => !writes.has(noun))))} |\n`,
    );
  await expect(page + rows.join("")).toMatchFileSnapshot(
    join(import.meta.dirname, "../docs/security/table-owners.md"),
  );
});

test("statements are read in all forms", () => {
  const uses = usesIn([
    { path: "server/a/b/planted.ts", text: 'db.updateTable("themes").set({})' },
    { path: "server/a/c/planted.ts", text: 'db.selectFrom("themes as t").innerJoin("users as u", on)' },
    { path: "server/a/d/e/planted.ts", text: "sql`delete from users where id in (select 1 from themes)`" },
  ]);
  const many = 'for (const table of ["passkeys"] as const) db.deleteFrom(table)';
  expect(usesIn([{ path: "server/a/b/planted.ts", text: many }]).get("passkeys")?.writes).toEqual(
    new Set(["a/b"]),
  );
  expect(uses.get("themes")).toEqual({ writes: new Set(["a/b"]), reads: new Set(["a/c", "a/d"]) });
  expect(uses.get("users")).toEqual({ writes: new Set(["a/d"]), reads: new Set(["a/c"]) });
});
