import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRecordProof, signRecordHead } from "#contract/evidence/record.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildAnswers, bundleOf, verify } from "#testing/bundles.ts";
import { insertHead } from "./head-store.ts";
import { signNote } from "./note.ts";
import { signingKey } from "./signing-key.ts";
import { rootOf, sizeOf } from "#server/kernel/log-store.ts";

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-address-"));
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string | Buffer) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** A head over the log as it is, signed when the installation had another address. */
const signElsewhere = (stream: number, origin: string) =>
  systemCaller(app.services, "test").transact(async (ctx) => {
    const size = await sizeOf(ctx, stream);
    const root = await rootOf(ctx, stream, size);
    const key = await signingKey(ctx);
    const note = signNote({ origin, size, root }, key);
    return insertHead(ctx, { stream, size, root, note, public_key: key.publicKey });
  });

test("a record that moved to another address still verifies, with heads of the earlier one", async () => {
  const { admin, answer, companyId, key } = await buildAnswers(app, write);
  const earlier = await signElsewhere(companyId, `policies.example/record/${companyId}`);
  const kept = write("kept.txt", earlier.note);
  await admin.call(signRecordHead, {});
  const path = write("moved.zip", (await bundleOf(admin)).zip);
  const { code, said } = await verify(path, "--key", key, "--head", kept);
  expect(said).toContain("Some of them under an earlier address: policies.example.");
  expect(said).toContain(`It matches the head of ${earlier.size} events that you kept.`);
  expect(code).toBe(0);
  const { body: proof } = await admin.call(getRecordProof, { interactionId: answer.interactionId });
  const single = await verify(write("proof.json", JSON.stringify(proof)), "--key", key, "--head", kept);
  expect(single).toMatchObject({ code: 0 });
});

test("a head of another company's log is still another log's", async () => {
  const { admin, companyId, key } = await buildAnswers(app, write);
  const other = await signElsewhere(companyId, `policies.example/record/${companyId}0`);
  const kept = write("other.txt", other.note);
  await admin.call(signRecordHead, {});
  const said = (await verify(write("own.zip", (await bundleOf(admin)).zip), "--key", key, "--head", kept))
    .said;
  expect(said).toMatch(/^NOT VERIFIED/);
});
