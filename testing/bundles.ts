import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { ask } from "./ask.ts";
import {
  createRecordBundle,
  getRecordBundle,
  getRecordBundleFile,
  signRecordHead,
} from "#contract/evidence/record.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { signContents } from "#server/evidence/record/note.ts";
import { originOf } from "#server/evidence/record/sign.ts";
import { signingKey } from "#server/evidence/record/signing-key.ts";
import type { TestApp } from "./app.ts";
import { buildCompany, type TestPerson } from "./build.ts";
import { buildTheme } from "./documents.ts";
import type { RawEntry } from "./raw-zip.ts";

/** Runs the verifier as an outsider does: in a process of its own, without our environment. */
export async function verify(...args: string[]): Promise<{ code: number; said: string }> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["verifier/footnote-verify.mjs", ...args],
      { env: {} },
    );
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

/** The same for a file in memory, with the key alone; returns the verifier's output. */
export async function verifyBytes(name: string, bytes: Buffer | string, key: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-verify-"));
  try {
    const [path, keyPath] = [name, "key.pem"].map((file) => join(folder, file)) as [string, string];
    writeFileSync(path, bytes);
    writeFileSync(keyPath, key);
    return (await verify(path, "--key", keyPath)).said;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Has a bundle made and downloads it. */
export async function bundleOf(admin: TestPerson, filters: object = {}) {
  const { body: begun } = await admin.call(createRecordBundle, filters);
  await expect
    .poll(async () => (await admin.call(getRecordBundle, { id: begun.id })).body.status, { timeout: 30_000 })
    .toBe("ready");
  const { body } = await admin.call(getRecordBundle, { id: begun.id });
  const file = await admin.call(getRecordBundleFile, { id: begun.id });
  return { ...body, zip: file.bytes };
}

/** A bundle with changed files, as if the installation had made it: with its signed list of them. */
export async function signedAnew(
  { services }: Pick<TestApp, "services">,
  companyId: number,
  entries: RawEntry[],
): Promise<RawEntry[]> {
  const key = await systemCaller(services, "test").transact(signingKey);
  const files = entries.filter(({ name }) => name !== "files.txt");
  const hashes = files.map(({ name, bytes }) => ({
    name,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
  const list = signContents(originOf(services, companyId), hashes, key);
  return [...files, { name: "files.txt", bytes: Buffer.from(list) }];
}

/** A company with two recorded answers, its newest head, and a file of the key that signed it. */
export async function buildAnswers(app: TestApp, write: (name: string, bytes: string) => string) {
  const company = await buildCompany(app);
  const { admin, agent, companyId, workspaceId } = company;
  const { theme } = await buildTheme(admin, {
    companyWorkspaceId: workspaceId,
    name: "Refunds <script>alert(1)</script>",
  });
  const put = async (userQuery: string) =>
    (await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" })).body;
  const answer = await put("How many days does a customer have to return an unopened product?");
  await put("What about the moon & <img src=x onerror=alert(1)>?");
  const { body: head } = await admin.call(signRecordHead, {});
  return { admin, agent, companyId, theme, answer, head, key: write(`key-${companyId}.pem`, head.key) };
}
