import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { createRecordBundle, getRecordBundle, getRecordBundleFile } from "#contract/record.ts";
import type { TestPerson } from "./build.ts";

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

/** The same for a file that is only in memory, with the key alone; what the verifier says. */
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
