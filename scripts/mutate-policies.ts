import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Switches every fence off, one at a time, in a copy of the sources, and runs the smallest set of tests that should
 * notice. Prints each as caught or NOT CAUGHT and ends with N of N; anything else is a failure.
 *   node scripts/mutate-policies.ts [part of a name]
 *   node scripts/mutate-policies.ts --check     only says whether each place is still found (part of verify)
 */
type Tests = { project: "unit" | "api" | "promises"; files: string[]; name?: string };
type Mutant = { name: string; file: string; change(text: string): string; tests: Tests };

const root = join(import.meta.dirname, "..");
const access: Tests = { project: "unit", files: ["server/access.test.ts"] };
const rules: Tests = { project: "unit", files: ["server/promises/policies.test.ts"] };
const fence: Tests = { project: "api", files: ["server/platform/database/fence.api.test.ts"] };
const permissions: Tests = { project: "api", files: ["server/permissions.api.test.ts"] };
const gates: Tests = { project: "promises", files: ["server/promises/gates.api.test.ts"] };
const factor: Tests = { project: "api", files: ["server/second-factor/second-factor.api.test.ts"] };
const sessions: Tests = { project: "api", files: ["server/sessions/sessions.api.test.ts"] };
const ends: Tests = { project: "promises", files: ["server/promises/sessions-end.api.test.ts"] };
const throttle: Tests = { project: "promises", files: ["server/promises/throttle.api.test.ts"] };
const scim: Tests = { project: "api", files: ["server/scim"] };
const record: Tests = { project: "promises", files: ["server/promises/record.api.test.ts"] };
const keys: Tests = { project: "promises", files: ["server/promises/keys.api.test.ts"] };

/** Replaces exactly one occurrence: a rewritten fence must be updated here. */
const swap = (from: string, to: string) => (text: string) => {
  if (text.split(from).length !== 2) throw new Error(`'${from}' stands ${text.split(from).length - 1} times`);
  return text.replace(from, () => to);
};

const read = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string, suffix: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(suffix) && !name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`);

/**
 * Each endpoint's permission: a role's becomes any signed-in person's, that becomes public, and a public one is closed.
 */
function endpointMutants(): Mutant[] {
  return filesIn("contract", ".ts").flatMap((file) => {
    const found = [...read(file).matchAll(/(method: "(\w+)",\s+path: "([^"]+)",\s+permission: )"([^"]+)"/g)];
    return found.flatMap(([whole, before, method, path, permission]) => {
      const weaker = permission === "signed-in" ? "public" : "signed-in";
      const name = `${method} ${path}`;
      const opened = {
        name: `${name}: ${permission} → ${weaker}`,
        change: swap(whole, `${before}"${weaker}"`),
      };
      const isGated = permission !== "public" && !/beforeGates/.test(blockAfter(read(file), whole));
      const ungated = {
        name: `${name}: before the gates`,
        change: swap(whole, `${whole},\n  beforeGates: true`),
      };
      return (isGated ? [opened, ungated] : [opened]).map((mutant) => ({ ...mutant, file, tests: access }));
    });
  });
}

const blockAfter = (text: string, from: string) =>
  text.slice(text.indexOf(from), text.indexOf("\n});", text.indexOf(from)));

/** Each row rule of each noun allows everything. */
function ruleMutants(): Mutant[] {
  const nouns = readdirSync(join(root, "server"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const files = nouns
    .map(({ name }) => `server/${name}/policy.ts`)
    .filter((path) => {
      try {
        return read(path) !== "";
      } catch {
        return false;
      }
    });
  return files.flatMap((file) => {
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
function tableMutants(): Mutant[] {
  const tables = filesIn("server/platform/database/migrations", ".sql").flatMap((file) => [
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
      { name: `row-level security of ${table}: lets all through`, text: open(table) },
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

/** The fences in a single place for all calls. */
const single: [name: string, file: string, change: (text: string) => string, tests: Tests][] = [
  [
    "a row is always in reach",
    "server/policy.ts",
    swap(
      "return ctx.company === null || ctx.company === row.company_id;",
      "return ctx.company !== row.company_id || true;",
    ),
    rules,
  ],
  [
    "policies refuse nothing",
    "server/policy.ts",
    swap("if (rule === undefined || !rule(ctx, row)) throw forbidden();", ""),
    rules,
  ],
  [
    "the role is not asked",
    "server/admission/admit.ts",
    swap("!permits(person, permission))", "false)"),
    permissions,
  ],
  [
    "the gates are not asked",
    "server/admission/admit.ts",
    swap("if (!call.beforeGates) checkGates(session, call);", ""),
    permissions,
  ],
  [
    "a SCIM token opens other calls",
    "server/admission/admit.ts",
    swap("if (permits(person, directoryScope) && call.permission !== directoryScope)", "if (false)"),
    scim,
  ],
  [
    "an account passes to another person of the directory",
    "server/scim/change-person.ts",
    swap("externalId !== person.external_id)", "false)"),
    scim,
  ],
  [
    "a directory changes the break-glass account",
    "server/scim/people.ts",
    swap("if (places?.breakGlassUserId === id)", "if (false)"),
    scim,
  ],
  [
    "a directory takes addresses of any domain",
    "server/scim/create-person.ts",
    swap("if (!(await isProvedAddress(ctx, company, email)))", "if (false)"),
    scim,
  ],
  [
    "a directory's members need not be of the company",
    "server/scim/groups.ts",
    swap("if (added.some((id) => !known.has(id)))", "if (false)"),
    scim,
  ],
  [
    "whoever is deprovisioned stays signed in",
    "server/users/provision.ts",
    swap("if (leaves) await endSessions(ctx, id, { keep: null });", ""),
    scim,
  ],
  [
    "another site's calls are carried out",
    "server/http/origin.ts",
    swap('if (foreign || site === "cross-site")', "if (false)"),
    sessions,
  ],
  [
    "a named company is believed",
    "server/admission/bind.ts",
    swap("if (!isInReach) throw notFound();", ""),
    permissions,
  ],
  [
    "refusals are not recorded",
    "server/admission/refusal.ts",
    swap(
      'if (caller.actor.type !== "user" || !isRecorded(call, error)) return;',
      "if (Date.now() > 0) return;",
    ),
    record,
  ],
  [
    "gate: temporary password",
    "server/sessions/gates.ts",
    swap("if (session.mustChangePassword)", "if (false)"),
    gates,
  ],
  ["gate: terms", "server/sessions/gates.ts", swap("if (!session.hasAcceptedTerms)", "if (false)"), gates],
  [
    "gate: second factor",
    "server/sessions/gates.ts",
    swap("if (session.mustSetUpSecondFactor && call.beforeSecondFactor !== true)", "if (false)"),
    gates,
  ],
  [
    "gate: one of two documents is enough",
    "server/sessions/authenticate.ts",
    swap("found.accepted === 2", "found.accepted >= 1"),
    gates,
  ],
  [
    "an expired session goes on",
    "server/sessions/authenticate.ts",
    swap("if (session.expires_at <= now) return false;", ""),
    permissions,
  ],
  [
    "an idle session goes on",
    "server/sessions/authenticate.ts",
    swap("now.getTime() - session.last_seen_at.getTime() <= session.idle_seconds * 1000", "true"),
    sessions,
  ],
  [
    "the cookie writes",
    "server/sessions/authenticate.ts",
    swap(
      'if (cookie === null || (request.method !== "GET" && request.method !== "HEAD")) return null;',
      "if (cookie === null) return null;",
    ),
    sessions,
  ],
  [
    "ended sessions keep their streams",
    "server/sessions/shared-store.ts",
    swap("  await ctx.services.events.endSessions(ctx.db, userId, which);\n", ""),
    ends,
  ],
  [
    "timed-out sessions keep their streams",
    "server/sessions/end-stale-streams.ts",
    swap("services.events.endStreams(open.filter((id) => !stillLive.has(id)));", ""),
    ends,
  ],
  [
    "a download outlives its session",
    "server/admission/bind.ts",
    swap("end: () => reply.raw.destroy(),", "end: () => undefined,"),
    ends,
  ],
  [
    "leaving a workspace leaves streams open",
    "server/users/assignments.ts",
    swap("  await endOpenStreams(ctx, id);\n", ""),
    ends,
  ],
  [
    "a second factor is not asked for",
    "server/sessions/sign-in.ts",
    swap("if (user.has_second_factor)", "if (false)"),
    factor,
  ],
  ["a code opens twice", "server/second-factor/store.ts", swap('.where("last_step", "<", step)', ""), factor],
  [
    "a recovery code opens twice",
    "server/second-factor/store.ts",
    swap(
      '.where("code_hash", "=", hashRecoveryCode(userId, code))\n    .where("used_at", "is", null)',
      '.where("code_hash", "=", hashRecoveryCode(userId, code))',
    ),
    factor,
  ],
  [
    "switching off needs no code",
    "server/second-factor/set-up.ts",
    swap("    if (!(await spendFactor(ctx, person, answer))) throw wrongInSession(answer);\n", ""),
    factor,
  ],
  [
    "setting up needs no password",
    "server/users/check-own-password.ts",
    swap("if (!(await verifyPassword(user.password_hash, password)))", "if (false)"),
    factor,
  ],
  [
    "a known device is not spared",
    "server/users/attempts.ts",
    swap("if (device !== null) return countAttempt", "if (false) return countAttempt"),
    throttle,
  ],
  [
    "a known device is known for every account",
    "server/sessions/device-store.ts",
    swap('.where("u.email", "=", email)', ""),
    throttle,
  ],
  [
    "guesses are not counted",
    "server/users/attempts.ts",
    swap("for (const [rule, key] of counters) await limits.consume(rule, key, pause);", ""),
    throttle,
  ],
  [
    "a forged header is believed",
    "server/app.ts",
    swap("(_address, hop) => hop < proxies", "() => true"),
    throttle,
  ],
  [
    "events are not written",
    "server/callers.ts",
    swap("await writeAudit(ctx, events);", "await writeAudit(ctx, []);"),
    record,
  ],
  [
    "a sealed key opens in any row",
    "server/platform/secrets.ts",
    (text) => text.replaceAll("setAAD(Buffer.from(bound))", 'setAAD(Buffer.from("any"))'),
    keys,
  ],
  [
    "a key goes to a new address",
    "server/companies/model-keys.ts",
    swap("if (stored !== null && stored.base_url === baseUrl)", "if (stored !== null)"),
    keys,
  ],
  ["a redirect is followed", "server/llm/fetch.ts", swap('redirect: "error"', 'redirect: "follow"'), keys],
];

function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), "footnote-mutants-"));
  for (const name of [
    "bench",
    "contract",
    "docs",
    "engine",
    "reading",
    "seed",
    "server",
    "testing",
    "verifier",
    "web",
    "package.json",
    "vitest.config.ts",
    "tsconfig.json",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  // hard links where possible: the processes that read files may access only this folder
  const linked = spawnSync("cp", ["-al", join(root, "node_modules"), join(folder, "node_modules")]);
  if (linked.status !== 0)
    cpSync(join(root, "node_modules"), join(folder, "node_modules"), { recursive: true });
  return folder;
}

function run(folder: string, { project, files }: Tests): boolean {
  const done = spawnSync(
    process.execPath,
    [join(folder, "node_modules/vitest/vitest.mjs"), "run", "--bail=1", "--project", project, ...files],
    { cwd: folder, env: { ...process.env, CI: "1" }, encoding: "utf8", timeout: 300_000 },
  );
  return done.status === 0;
}

const isCheck = process.argv[2] === "--check";
const wanted = isCheck ? "" : (process.argv[2] ?? "");
const mutants: Mutant[] = [
  ...single.map(([name, file, change, tests]) => ({ name, file, change, tests })),
  ...ruleMutants(),
  ...tableMutants(),
  ...endpointMutants(),
].filter(({ name }) => name.includes(wanted));
if (isCheck) {
  const lost = mutants.flatMap(({ name, file, change }) => {
    try {
      const text = file.endsWith("9999-mutant.sql") ? "" : read(file);
      return change(text) === text ? [`${name}: changes nothing`] : [];
    } catch (error) {
      return [`${name}: ${file}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  process.stdout.write(lost.map((line) => `${line}\n`).join(""));
  process.exit(lost.length === 0 ? 0 : 1);
}
const folder = copySources();
let caught = 0;
try {
  const sets = new Map(mutants.map(({ tests }) => [tests.files.join(), tests]));
  for (const tests of sets.values())
    if (!run(folder, tests)) throw new Error(`${tests.files.join()} fails before anything is switched off`);
  for (const { name, file, change, tests } of mutants) {
    const path = join(folder, file);
    const isNew = file.endsWith("9999-mutant.sql");
    const before = isNew ? "" : readFileSync(path, "utf8");
    writeFileSync(path, change(before));
    const survived = run(folder, tests);
    if (isNew) rmSync(path);
    else writeFileSync(path, before);
    if (!survived) caught += 1;
    process.stdout.write(`${survived ? "NOT CAUGHT" : "caught    "}  ${name}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${caught} of ${mutants.length} caught\n`);
process.exit(caught === mutants.length ? 0 : 1);
