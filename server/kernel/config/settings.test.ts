import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Environment, readConfig } from "./config.ts";
import { settings } from "./settings.ts";

const head = `# Settings

All settings are environment variables, or lines such as \`PORT=8080\` in a file \`.env\` in the folder from which the
program is started; a variable that is set counts before the file. Each may also be given as a file that holds it: \`SECRET_KEY_FILE=/run/secrets/key\`
reads \`SECRET_KEY\`, and so for every other one. A wrong value stops the start with a sentence.

A test writes this page from the program; \`vitest run --project unit server/kernel/config/settings.test.ts -u\` renews it.
`;

function defaultOf(name: string): string {
  const schema = Environment.shape[name as keyof typeof Environment.shape];
  const value: unknown = schema.safeParse(undefined).data;
  return value === undefined || value === "" ? "" : `\`${String(value)}\``;
}

test("docs/settings.md lists every setting with its default", async () => {
  const tables = settings.map(
    ({ title, settings: rows }) =>
      `\n## ${title}\n\n| variable | meaning | default |\n| --- | --- | --- |\n` +
      Object.entries(rows)
        .map(([name, meaning]) => `| \`${name}\` | ${meaning} | ${defaultOf(name)} |\n`)
        .join(""),
  );
  const listed = settings.flatMap(({ settings: rows }) => Object.keys(rows));
  expect(listed.toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
  await expect(head + tables.join("")).toMatchFileSnapshot(
    join(import.meta.dirname, "../../../docs/settings.md"),
  );
});

const folder = mkdtempSync(join(tmpdir(), "settings-"));
const key = "qW3rTy0uPa5sDf7gHjKlZxCvBnM1qW3rTy0uPa5sDf4=";
const bare = { DATA_DIR: folder, SECRET_KEY: key };

test("a setting can be in a file", () => {
  const file = join(folder, "mail");
  writeFileSync(file, "smtp://user:word@mail.example:587\n");
  expect(readConfig({ ...bare, SMTP_URL_FILE: file }, []).smtpUrl).toBe("smtp://user:word@mail.example:587");
});

test("a missing or unreadable file, and a setting given twice, stop the start with a message", () => {
  const missing = join(folder, "missing");
  expect(() => readConfig({ ...bare, SMTP_URL_FILE: missing }, [])).toThrow(
    `SMTP_URL_FILE names ${missing}, which cannot be read (ENOENT).`,
  );
  expect(() => readConfig({ ...bare, SECRET_KEY_FILE: missing }, [])).toThrow(
    "SECRET_KEY and SECRET_KEY_FILE are both set: set only one of them.",
  );
});

test("a value that can't be used stops the start with a sentence that names its setting", () => {
  const wrong: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PORT: "99999" }, /^PORT is not valid: .*65535\.$/],
    [{ PORT: "a", LOG_LEVEL: "loud" }, /^PORT is not valid: .*\.\nLOG_LEVEL is not valid: .*\.$/],
    [{ OCR: "English!" }, /^OCR must be off or languages/],
    [{ PUBLIC_URL: "policies.example.com" }, /^PUBLIC_URL must be the address that people open/],
    [{ PUBLIC_URL: "ftp://policies.example.com" }, /^PUBLIC_URL must be/],
    [{ PUBLIC_URL: "https://example.com/policies" }, /^PUBLIC_URL has the path \/policies/],
    [{ DATABASE_URL: "mysql://a/b" }, /^DATABASE_URL must begin with/],
    [{ DATABASE_URL: "postgres://a:b@/c?host=/run/postgresql" }, /^DATABASE_URL must be .* localhost/],
  ];
  for (const [env, sentence] of wrong) expect(() => readConfig({ ...bare, ...env }, [])).toThrow(sentence);
});

test("an empty file name counts as no setting", () => {
  expect(readConfig({ ...bare, SMTP_URL_FILE: "" }, []).smtpUrl).toBeNull();
});
