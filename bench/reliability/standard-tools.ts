import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { scimPath } from "#contract/identity/scim.ts";
import { createScimToken } from "#contract/identity/scim-tokens.ts";
import { keyScopes } from "#contract/kernel/permissions.ts";
import { getTheme } from "#contract/knowledge/themes.ts";
import { freePort } from "#testing/free-port.ts";
import { startProduct, type Product } from "#testing/product.ts";
import type { BenchOptions } from "../options.ts";
import { withOwnDatabase, type OwnDatabase } from "../product/own-database.ts";

/** Fetched for this bench alone, from npm and PyPI. */
const fromNpm = [
  "@redocly/cli@2.77.0",
  "@hey-api/openapi-ts@0.99.0",
  "typescript@5.9.3",
  "rolldown@1.2.19",
  "@librechat/agents@3.9.2",
  // the one that its exporters ask for
  "@opentelemetry/api@1.10.0",
];
const fromPyPI = [
  "openapi-python-client==0.29.1",
  "ruff==0.14.6",
  "schemathesis==4.32.5",
  "openai==3.57.0",
  "scim2-tester==0.5.2",
  "httpx2",
];
const domain = "bench.example";
const programs = join(import.meta.dirname, "standard-tools");

/** What a tool says: each finding as a line; `allowed`: those explained where they are counted. */
type Row = { tool: string; passed: string; findings: string[]; allowed: number };

/** Other people's tools against the running program: each finding is one that an integrator meets. */
export async function run({ json }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-tools-"));
  const rows: Row[] = [];
  try {
    await withOwnDatabase(async (database) => {
      const metricsPort = await freePort();
      const product = await startProduct({
        ...database.environment,
        METRICS_PORT: String(metricsPort),
        LIMIT_FACTOR: "1",
      });
      try {
        const tools = await fetchTools(folder);
        const add = (row: Row) => {
          rows.push(row);
          const { tool, passed, findings, allowed } = row;
          process.stdout.write(
            `${tool.padEnd(28)} ${passed}, ${findings.length} findings (${allowed} allowed)\n`,
          );
          for (const finding of findings) process.stdout.write(`  ${finding}\n`);
        };
        for (const path of ["/api/v1/openapi.json", "/api/openapi.json"])
          add(await lint(tools, product, path));
        add(await checkMetrics(`http://127.0.0.1:${metricsPort}/metrics`));
        add(await testDirectory(tools, product, database));
        for (const make of [makeTypeScriptClient, makePythonClient])
          add(await tryClient(await make(tools, product), product));
        for (const row of await askThroughOthers(tools, product)) add(row);
        for (const fuzzed of await fuzzedOf(product)) add(await fuzz(tools, product, fuzzed));
      } finally {
        await product.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (rows.some(({ findings, allowed }) => findings.length > allowed)) process.exitCode = 1;
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

type Tools = { folder: string; npm(name: string): string; python(name: string): string };
type Client = { tool: string; command: string; args: string[] };

async function fetchTools(folder: string): Promise<Tools> {
  const run = promisify(execFile);
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", ...fromNpm], { cwd: folder });
  await run("python3", ["-m", "venv", join(folder, "python")]);
  await run(join(folder, "python/bin/pip"), ["install", "--quiet", ...fromPyPI]);
  return {
    folder,
    npm: (name) => join(folder, "node_modules/.bin", name),
    python: (name) => join(folder, "python/bin", name),
  };
}

type Ended = { code: number; stdout: string; output: string };

/** Runs a tool to its end, whatever it answers. */
async function outputOf(
  command: string,
  args: string[],
  { input, cwd, path }: { input?: string; cwd?: string; path?: string } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = path === undefined ? process.env : { ...process.env, PATH: `${path}:${process.env.PATH}` };
    const child = execFile(
      command,
      args,
      { cwd, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== "number") reject(error);
        else resolve({ code: Number(error?.code ?? 0), stdout, output: `${stdout}${stderr}` });
      },
    );
    child.stdin?.end(input ?? "");
  });
}

async function save(product: Product, path: string, folder: string): Promise<string> {
  const file = join(folder, path.replaceAll("/", "-"));
  writeFileSync(file, await (await fetch(product.url + path)).text());
  return file;
}

async function lint({ npm, folder }: Tools, product: Product, path: string): Promise<Row> {
  const file = await save(product, path, folder);
  const { stdout } = await outputOf(npm("redocly"), ["lint", file, "--format", "json"], { cwd: folder });
  const { totals, problems } = JSON.parse(stdout) as {
    totals: { errors: number; warnings: number };
    problems: { severity: string; ruleId: string; message: string }[];
  };
  return {
    tool: `redocly ${path}`,
    passed: `${totals.errors} errors`,
    findings: problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`),
    allowed: totals.errors === 0 ? totals.warnings : 0,
  };
}

async function checkMetrics(url: string): Promise<Row> {
  const metrics = await (await fetch(url)).text();
  const tool = "promtool check metrics";
  try {
    const { output } = await outputOf("promtool", ["check", "metrics"], { input: metrics });
    return { tool, passed: `${metrics.split("\n").length} lines`, findings: linesIn(output), allowed: 0 };
  } catch {
    return {
      tool,
      passed: "skipped: promtool is not installed (Debian: prometheus)",
      findings: [],
      allowed: 0,
    };
  }
}

const linesIn = (output: string) => output.split("\n").filter((line) => line.trim() !== "");

async function testDirectory({ python }: Tools, product: Product, { client }: OwnDatabase): Promise<Row> {
  const themeId = await product.newTheme("Directory");
  const { companyId } = await product.call(getTheme, { id: themeId });
  // proving a domain needs a DNS record that only its owner can make
  await client.query(
    "insert into sign_on_domains (company_id, domain, token, verified_at, created_at) values ($1, $2, 'bench', now(), now())",
    [companyId, domain],
  );
  const { secret } = await product.call(createScimToken, { companyId, name: "Bench" });
  const { output } = await outputOf(python("python"), [
    join(programs, "scim.py"),
    product.url + scimPath,
    secret,
    domain,
  ]);
  const lines = linesIn(output).map(
    (line) => JSON.parse(line) as { passed?: number; check?: string; reason?: string },
  );
  return {
    tool: "scim2-tester",
    passed: `${lines.find(({ passed }) => passed !== undefined)?.passed ?? 0} checks`,
    findings: lines.flatMap(({ check, reason }) => (check === undefined ? [] : [`${check}: ${reason}`])),
    // `primary` of the only address is true, also when it is sent without: directories look for the primary one
    allowed: 1,
  };
}

async function makeTypeScriptClient({ npm, folder }: Tools, product: Product): Promise<Client> {
  const made = join(folder, "typescript");
  const description = await save(product, "/api/v1/openapi.json", folder);
  await succeed(npm("openapi-ts"), ["-i", description, "-o", made, "-c", "@hey-api/client-fetch"], folder);
  writeFileSync(join(made, "all.ts"), 'export * from "./sdk.gen";\nexport { client } from "./client.gen";\n');
  const bundle = join(folder, "client.mjs");
  await succeed(
    npm("rolldown"),
    [join(made, "all.ts"), "--file", bundle, "--format", "esm", "--platform", "node"],
    folder,
  );
  return {
    tool: "client of @hey-api/openapi-ts",
    command: process.execPath,
    args: [join(programs, "client.mjs"), bundle],
  };
}

async function makePythonClient({ python, folder }: Tools, product: Product): Promise<Client> {
  const made = join(folder, "python-client");
  const description = await save(product, "/api/v1/openapi.json", folder);
  const { code, output } = await outputOf(
    python("openapi-python-client"),
    ["generate", "--path", description, "--output-path", made, "--fail-on-warning"],
    { cwd: folder, path: python("") },
  );
  if (code !== 0) throw new Error(output);
  return {
    tool: "client of openapi-python-client",
    command: python("python"),
    args: [join(programs, "client.py"), made],
  };
}

async function succeed(command: string, args: string[], cwd: string): Promise<void> {
  const { code, output } = await outputOf(command, args, { cwd });
  if (code !== 0) throw new Error(output);
}

async function tryClient({ tool, command, args }: Client, product: Product): Promise<Row> {
  const themeId = await product.newTheme(tool);
  const keys = [await product.newKey(themeId, keyScopes), await product.newKey(themeId, ["document:list"])];
  const { code, output } = await outputOf(command, [...args, product.url, ...keys, String(themeId)]);
  return {
    tool,
    passed: code === 0 ? output.trim() : "failed",
    findings: code === 0 ? [] : linesIn(output).slice(-12),
    allowed: 0,
  };
}

/** Clients of OpenAI's protocol ask a theme and read its footnotes. */
async function askThroughOthers({ folder, python }: Tools, product: Product): Promise<Row[]> {
  const themeId = await product.newTheme("Badges");
  const words = "The badge fee is 10 dollars";
  await product.upload(themeId, [
    { name: "Badges.txt", bytes: Buffer.from(`Badges\n\n${words} per person.\n`) },
  ]);
  const key = await product.newKey(themeId, ["theme:ask"]);
  const asked = [product.url, key, `theme-${themeId}`, "How much is the badge fee?", words];
  const ask = async (tool: string, command: string, args: string[]): Promise<Row> => {
    const { code, output } = await outputOf(command, [...args, ...asked]);
    const findings = code === 0 ? [] : linesIn(output).slice(-12);
    return { tool, passed: code === 0 ? output.trim() : "failed", findings, allowed: 0 };
  };
  return [
    await ask("openai (Python)", python("python"), [join(programs, "openai_client.py")]),
    await ask("@librechat/agents", process.execPath, [join(programs, "librechat.mjs"), folder]),
  ];
}

/** Calls by which a person could end the own session; streams; and those that are fuzzed with keys. */
const notFuzzed = String.raw`^/api/(auth|me|events|scim|v1|widget)\b|terms|/api/users/\{id\}`;

type Fuzzed = { what: string; path: string; token: string; examples: number; more: string[] };

/** Made-up calls that a description allows, and others: each response must be one that it describes. */
async function fuzz({ python, folder }: Tools, product: Product, by: Fuzzed): Promise<Row> {
  const report = join(folder, "schemathesis.json");
  await outputOf(
    python("schemathesis"),
    [
      ...["--config-file", join(programs, "schemathesis.toml"), "run"],
      await save(product, by.path, folder),
      ...["--url", product.url, "--header", `Authorization: Bearer ${by.token}`],
      ...["--max-examples", String(by.examples), "--seed", "1", ...by.more],
      ...["--report-json-path", report, "--generation-database", "none"],
    ],
    { cwd: folder },
  );
  const { test_cases, failures, errors } = JSON.parse(readFileSync(report, "utf8")) as {
    test_cases: { generated: number };
    failures: { title: string; operations: string[] }[];
    errors: unknown[];
  };
  return {
    tool: `schemathesis ${by.what}`,
    passed: `${test_cases.generated} calls`,
    findings: [
      ...failures.flatMap(({ title, operations }) => operations.map((operation) => `${operation}: ${title}`)),
      ...errors.map((error) => JSON.stringify(error)),
    ],
    allowed: 0,
  };
}

/** What a key can call is tried in every way; of what people and directories call, which responses there are. */
async function fuzzedOf(product: Product): Promise<Fuzzed[]> {
  const themeId = await product.newTheme("Fuzzed");
  const key = await product.newKey(themeId, keyScopes);
  const { companyId } = await product.call(getTheme, { id: themeId });
  const { secret } = await product.call(createScimToken, { companyId, name: "Fuzzed" });
  const responses =
    "not_a_server_error,status_code_conformance,response_schema_conformance,content_type_conformance";
  return [
    {
      what: "for programs",
      path: "/api/v1/openapi.json",
      token: key,
      examples: 20,
      more: ["--checks", "all"],
    },
    {
      what: "for directories",
      path: "/api/openapi.json",
      token: secret,
      examples: 10,
      more: ["--checks", responses, "--include-path-regex", `^${scimPath}`],
    },
    {
      what: "for people",
      path: "/api/openapi.json",
      token: product.token,
      examples: 6,
      more: [
        ...["--checks", responses, "--exclude-path-regex", notFuzzed],
        ...["--phases", "examples,coverage,fuzzing"],
      ],
    },
  ];
}
