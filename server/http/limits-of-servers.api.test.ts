import { modelAccess } from "#server/models/llm/models.ts";
import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import { forgotPassword, login } from "#contract/identity/sessions.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import { shares } from "#server/kernel/fair-use.ts";
import { embedOn } from "#server/models/usage/meter.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { call, formOf } from "#testing/call.ts";
import { buildEmptyTheme } from "#testing/documents.ts";
import { rules, type RuleName } from "#server/kernel/config/limit-rules.ts";
import { createLimits } from "#server/kernel/limits.ts";

/**
 * Every limit of the product by name: two servers over one database share it, or docs/several-machines.md gives the
 * reason why each process has its own.
 */
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  const env = {
    LIMIT_FACTOR: "1",
    TRUST_PROXY: "1",
    SECRET_KEY: randomBytes(32).toString("base64"),
  };
  one = await startTestApp({ env, worker: false });
  two = await startTestApp({ env, worker: false, owner: one.connection });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** The files that refuse with `limit_exceeded`, and the limit behind each of their refusals, in order. */
const refusals: Record<string, { shared?: string[]; ofProcess?: string[] }> = {
  "server/kernel/limits.ts": { shared: Object.keys(rules) },
  "server/knowledge/documents/add-version.ts": { shared: ["storage", "waiting documents"] },
  "server/models/usage/meter.ts": { shared: ["daily tokens"] },
  "server/platform/fair-semaphore.ts": { ofProcess: Object.keys(shares) },
  "server/answering/answers/running.ts": {
    ofProcess: ["running answers of a person", "running answers of a company"],
  },
  "server/answering/questionnaires/create.ts": { shared: ["stored questionnaires"] },
  "server/answering/questionnaires/run.ts": { shared: ["running questionnaires"] },
  "server/kernel/events.ts": { ofProcess: ["open streams"] },
};

test("every limit that the code enforces is named, and several-machines.md says whether servers share it", () => {
  const found: Record<string, number> = {};
  for (const file of globSync("server/**/*.ts").filter((path) => !path.endsWith(".test.ts"))) {
    const count = readFileSync(file, "utf8").match(/AppError\(\s*"limit_exceeded"/g)?.length ?? 0;
    if (count > 0) found[file] = count;
  }
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(refusals).toSorted());
  // the limits of a table are enforced in one place
  const counted = { "server/kernel/limits.ts": 1, "server/platform/fair-semaphore.ts": 1 } as Record<
    string,
    number
  >;
  for (const [file, { shared = [], ofProcess = [] }] of Object.entries(refusals))
    expect(found[file], file).toBe(counted[file] ?? shared.length + ofProcess.length);

  const page = readFileSync("docs/several-machines.md", "utf8");
  const names = (section: string) => [...section.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const [, shared = ""] = /shared by all servers\*\*(.*)/.exec(page) ?? [];
  const ofProcess = [...page.matchAll(/^\| `([^`]+)` +\| each process +\|/gm)].map(([, name]) => name);
  const all = Object.values(refusals);
  expect(new Set(names(shared))).toEqual(new Set(all.flatMap((file) => file.shared ?? [])));
  expect(new Set(ofProcess)).toEqual(new Set(all.flatMap((file) => file.ofProcess ?? [])));
});

test("calls of each kind are counted across servers", async () => {
  const tiny = Object.fromEntries(
    Object.entries(rules).map(([name, { seconds }]) => [name, { points: 1, seconds }]),
  );
  const [here, there] = [one, two].map(({ services }) =>
    createLimits(services.pools.of("app", "calls"), 1, tiny),
  );
  for (const rule of Object.keys(rules) as RuleName[]) {
    await here?.consume(rule, "someone");
    await expect(there?.consume(rule, "someone"), rule).rejects.toMatchObject({ code: "limit_exceeded" });
    await expect(there?.consume(rule, "someone else"), rule).resolves.toMatchObject({ remaining: 0 });
  }
});

test("ten wrong passwords in total lock an account for an address, whichever servers they reach", async () => {
  const { admin } = await buildCompany(one);
  const guess = (at: TestApp) =>
    call(
      at.url,
      null,
      login,
      { email: admin.email, password: "not the password" },
      { headers: { "x-forwarded-for": "198.51.100.7" } },
    );
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await guess(n % 2 === 0 ? one : two)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test("five emails an hour reach one address, whichever server is asked", async () => {
  const { admin } = await buildCompany(one);
  for (let n = 0; n < 8; n += 1) {
    const { url } = n % 2 === 0 ? one : two;
    const headers = { "x-forwarded-for": `198.51.100.${n}` };
    expect((await call(url, null, forgotPassword, { email: admin.email }, { headers })).status).toBe(200);
  }
  const { rows } = await one.services.pools
    .of("platform", "calls")
    .query("select from jobs.job where name = 'send-reset' and data ->> 'email' = $1", [admin.email]);
  expect(rows).toHaveLength(5);
});

test("a company's waiting documents, storage and daily tokens are counted across servers", async () => {
  const { admin, theme, companyId } = await buildEmptyTheme(one, "Returns");
  const configs = [one.services.config, two.services.config];
  const upload = (at: TestApp, name: string) => {
    const form = formOf({ name, bytes: `${name}\n\nProducts may be returned within 30 days.` });
    return call(at.url, admin.token, uploadDocuments, { id: theme.id }, { form });
  };
  for (const config of configs) config.storageBytesPerCompany = 80;
  expect((await upload(one, "Returns.txt")).body.errors).toEqual([]);
  expect((await upload(two, "Refunds.txt")).body.errors[0]?.error).toMatch(/storage is full/);
  for (const config of configs) config.limitFactor = 0.001;
  expect((await upload(two, "Repairs.txt")).error.error).toMatch(/^1 documents of your company are waiting/);

  for (const { services } of [one, two]) {
    services.config.dailyTokensPerCompany = 8;
    modelAccess.of(services).embed = () => Promise.resolve({ vectors: [], inputTokens: 5 });
  }
  const spend = ({ services }: TestApp) => {
    const embed = embedOn(jobCaller(services, "test", companyId), {
      companyId,
      interactionId: null,
      purpose: "embedding",
    });
    const { signal } = new AbortController();
    return embed({
      baseUrl: "https://models.example.com",
      model: "m",
      texts: ["Five tokens."],
      signal,
    } as never);
  };
  await spend(one);
  await expect(spend(two)).rejects.toMatchObject({ code: "limit_exceeded" });
});
