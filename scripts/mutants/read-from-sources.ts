import { globSync } from "node:fs";
import { access, fence, read, root, rules, swap, type Mutant } from "./mutant.ts";

const filesAt = (pattern: string) => globSync(pattern, { cwd: root, exclude: ["**/*.test.ts"] }).toSorted();

/**
 * Each endpoint's permission: a role's becomes any signed-in person's, that becomes public, and a public one is closed.
 */
export function endpointMutants(): Mutant[] {
  return filesAt("contract/**/*.ts").flatMap((file) => {
    const found = [...read(file).matchAll(/(method: "(\w+)",\s+path: "([^"]+)",\s+permission: )"([^"]+)"/g)];
    return found.flatMap(([whole, before, method, path, permission]) => {
      const weaker = permission === "signed-in" ? "public" : "signed-in";
      const name = `${method} ${path}`;
      const opened = {
        name: `${name}: ${permission} → ${weaker}`,
        change: swap(whole, `${before}"${weaker}"`),
      };
      const isGated =
        permission !== "public" && !/allowedBeforeOnboarding/.test(blockAfter(read(file), whole));
      const ungated = {
        name: `${name}: before the gates`,
        change: swap(whole, `${whole},\n  allowedBeforeOnboarding: true`),
      };
      return (isGated ? [opened, ungated] : [opened]).map((mutant) => ({ ...mutant, file, tests: access }));
    });
  });
}

const blockAfter = (text: string, from: string) =>
  text.slice(text.indexOf(from), text.indexOf("\n});", text.indexOf(from)));

/** Each row rule of each noun allows everything. */
export function ruleMutants(): Mutant[] {
  return filesAt("server/*/*/policy.ts").flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(/^ {2}("?[\w-]+"?): \([^)]*\) =>/gm)].map((found) => {
      const from = found.index + found[0].length;
      const end = endOfExpression(text, from);
      return {
        name: `${file} ${found[1]}: allows all`,
        file,
        change: () => `${text.slice(0, from)} true${text.slice(end)}`,
        tests: rules,
      };
    });
  });
}

/** The end of the expression that begins here: the comma or bracket outside its own brackets. */
function endOfExpression(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at);
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ",")) return at;
  }
  throw new Error("an expression without end");
}

/** Row-level security of each tenant table: its policy allows everything, or doesn't bind the owner. */
export function tableMutants(): Mutant[] {
  const tables = filesAt("server/platform/database/migrations/*.sql").flatMap((file) => [
    ...[...read(file).matchAll(/^call fence\('(\w+)'\)/gm)].map(([, table]) => table ?? ""),
    ...[...read(file).matchAll(/^alter table (\w+) force row level security/gm)].map(
      ([, table]) => table ?? "",
    ),
  ]);
  const open = (table: string) => `do $$ declare p record; begin
    for p in select policyname from pg_policies where tablename = '${table}' loop execute format('drop policy %I on ${table}', p.policyname); end loop;
    create policy mutant on ${table} using (true) with check (true); end $$;`;
  return [...new Set(tables)].flatMap((table) =>
    [
      { name: `row-level security of ${table}: lets everything through`, text: open(table) },
      {
        name: `row-level security of ${table}: not forced`,
        text: `alter table ${table} no force row level security;`,
      },
    ].map(({ name, text }) => ({
      name,
      file: "server/platform/database/migrations/9999-mutant.sql",
      change: () => text,
      tests: fence,
    })),
  );
}
