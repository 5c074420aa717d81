import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "#testing/free-port.ts";
import { firstStart, serveArguments } from "#testing/serve-arguments.ts";

const root = mkdtempSync(join(tmpdir(), "footnote-failures-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const admin = { email: "root@example.com", password: "seven green bottles" };

/** Starts the real program, which must end by itself, and returns everything it printed. */
async function startInVain(environment: NodeJS.ProcessEnv, command = serveArguments): Promise<string[]> {
  const folder = mkdtempSync(join(root, "data-"));
  const env = { ...firstStart(await freePort(), folder, admin), SCENARIO: "demo", ...environment };
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => output.push(String(part)));
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(1);
  return output.join("").trim().split("\n");
}

test("a port in use is named before anything else is started or printed", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const port = String((other.address() as AddressInfo).port);
  for (const [environment, setting] of [
    [{ PORT: port }, "PORT"],
    [{ METRICS_PORT: port }, "METRICS_PORT"],
  ] as const) {
    const data = join(root, `unmade-${setting}`);
    const lines = await startInVain({ ...environment, DATA_DIR: data, SECRET_KEY: "" });
    expect(lines).toEqual([
      "Footnote could not start.",
      `Port ${port} (${setting}) of 127.0.0.1 is in use by another program. Nothing was started. Stop that program, or name another port in ${setting}.`,
    ]);
  }
  other.close();
});

test("a foreign address is named with its setting", async () => {
  const [, sentence, ...rest] = await startInVain({ HOST: "192.0.2.1" });
  expect(sentence).toMatch(/^192\.0\.2\.1 \(HOST\) is not an address of this machine\./);
  expect(rest).toEqual([]);
});

test("a data folder that can't be written is named with its cause", async () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  const [, sentence, ...rest] = await startInVain({ DATA_DIR: join(file, "data") });
  expect(sentence).toMatch(/^The folder .* \(DATA_DIR\) is not a folder\./);
  expect(rest).toEqual([]);
  // /sys refuses every write, also root's
  const [, refused, ...more] = await startInVain({ DATA_DIR: "/sys/footnote" });
  expect(refused).toMatch(/^The folder \/sys\/footnote \(DATA_DIR\) may not be written by this user\./);
  expect(more).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  "as root with the embedded database, a start whose readers get no user of their own is refused",
  async () => {
    const data = join(root, "unwalled");
    // no setpriv is found there
    const environment = {
      DATA_DIR: data,
      DATABASE_URL: "",
      SECRET_KEY: "",
      SCENARIO: undefined,
      PATH: "/nonexistent",
    };
    const [, sentence, ...rest] = await startInVain(environment);
    expect(sentence).toMatch(
      /^As root with the embedded database, documents must be read by a user of their own/,
    );
    expect(rest).toEqual([]);
  },
);

test.each([
  ["serve", serveArguments],
  ["migrate", ["scripts/migrate.ts"]],
  ["rescue", ["scripts/rescue.ts", "ada@example.com"]],
  ["restore", ["scripts/restore.ts", "BACKUP"]],
])("%s names an installation's folder that can't be written", async (name, command) => {
  const backup = mkdtempSync(join(root, "backup-"));
  const environment = {
    DATA_DIR: "/sys/kernel",
    DATABASE_URL: "",
    SECRET_KEY: randomBytes(32).toString("hex"),
  };
  const output = await startInVain(
    environment,
    command.map((part) => (part === "BACKUP" ? backup : part)),
  );
  const sentences = output.filter(
    (line) => !line.includes("ExperimentalWarning") && !line.startsWith("(Use"),
  );
  expect(sentences.slice(name === "serve" ? 1 : 0)).toEqual([
    expect.stringMatching(
      /^The folder \/sys\/kernel \(DATA_DIR\) may not be written by this user\. Nothing was/,
    ),
  ]);
});

test.each(["secret.key", "postgres/postgres.password"])("a half-written %s is told as such", async (name) => {
  const data = mkdtempSync(join(root, "half-"));
  mkdirSync(join(data, "postgres", "cluster"), { recursive: true });
  writeFileSync(join(data, "postgres", "cluster", "PG_VERSION"), "18");
  const file = join(data, name);
  writeFileSync(file, "YWJj");
  const [, short, ...rest] = await startInVain({ DATA_DIR: data, DATABASE_URL: "" });
  expect(short).toContain(`${file} (DATA_DIR) is empty or cut short.`);
  expect(rest).toEqual([]);
  truncateSync(file);
  expect((await startInVain({ DATA_DIR: data, DATABASE_URL: "" }))[1]).toBe(short);
  expect(readFileSync(file, "utf8")).toBe("");
});

test("a damaged part of a backup is named", async () => {
  const backup = mkdtempSync(join(root, "backup-"));
  mkdirSync(join(backup, "tables"));
  chmodSync(backup, 0o700);
  const table = { name: "companies", columns: ["id"], rows: 1, sha256: "0".repeat(64) };
  const manifest = { format: 1, version: "1", migration: "0001", createdAt: "2026-11-26T00:00:00Z" };
  const check = ["--disable-warning=ExperimentalWarning", "scripts/backup.ts", "--check", backup];
  writeFileSync(join(backup, "manifest.json"), JSON.stringify({ ...manifest, tables: [table], files: [] }));
  writeFileSync(join(backup, "tables/companies.copy.gz"), "not gzip");
  const [sentence, ...rest] = await startInVain({}, check);
  expect(sentence).toMatch(/^The part tables\/companies\.copy\.gz of the backup in .* is damaged/);
  expect(rest).toEqual([]);
  writeFileSync(join(backup, "manifest.json"), "{");
  expect((await startInVain({}, check))[0]).toMatch(
    /^The part manifest\.json of the backup in .* is damaged/,
  );
});
