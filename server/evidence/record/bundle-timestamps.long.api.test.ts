import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PKIStatus } from "pkijs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRecordProof } from "#contract/evidence/record.ts";
import { storeHeads } from "./store-heads.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildAnswers, bundleOf, signedAnew, verify } from "#testing/bundles.ts";
import { rawZip, readZip, type RawEntry } from "#testing/raw-zip.ts";
import {
  makeTimestampRoot,
  startTimestampAuthority,
  timestampResponse,
  type Lie,
} from "#testing/timestamp-authority.ts";
import { timestampRequest } from "./timestamps/token.ts";
import { writeEvents } from "#testing/write-events.ts";
import { ask } from "#testing/ask.ts";

/** Time stamps of an authority (RFC 3161) in bundles and proofs, as the verifier sees them. */
let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-timestamps-"));
let roots: string;
let authority: Awaited<ReturnType<typeof startTimestampAuthority>>;
beforeAll(async () => {
  const root = await makeTimestampRoot();
  roots = write("roots.pem", root.pem);
  authority = await startTimestampAuthority(await root.issue(), () => app.clock.now());
  app = await startTestApp({
    env: { RECORD_TIMESTAMP_URL: authority.url, RECORD_TIMESTAMP_ROOTS: root.pem },
  });
});
afterAll(async () => {
  await app.close();
  await authority.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const companyWithAnswers = () => buildAnswers(app, write);

test("a bundle carries a time stamp of each day, which the verifier and OpenSSL check", async () => {
  const { admin, companyId, key } = await companyWithAnswers();
  await storeHeads(app.services);
  await writeEvents(app, companyId, 1);
  const { zip } = await bundleOf(admin);
  const stamps = readZip(zip).filter(({ name }) => name.startsWith("timestamps/"));
  expect(stamps.map(({ name }) => name.replace(/\d{12}/, "SIZE"))).toEqual([
    "timestamps/SIZE.txt",
    "timestamps/SIZE.tsr",
  ]);
  const path = write("stamped.zip", zip);
  const plain = await verify(path, "--key", key);
  expect(plain).toMatchObject({ code: 0 });
  expect(plain.said).toMatch(
    /A head was time-stamped by CN=Test time stamps: the log had \d+ events by \d{4}-.*Z\./,
  );
  expect(plain.said).toMatch(/signatures of time stamps were not verified/);
  expect(plain.said).toMatch(/openssl ts -verify -in timestamps\/\d{12}\.tsr -data timestamps\/\d{12}\.txt/);
  const rooted = await verify(path, "--key", key, "--tsa-roots", roots);
  expect(rooted).toMatchObject({ code: 0 });
  expect(rooted.said).toContain("signed by a certificate that your roots vouch for");
});

test("a time stamp that is wrong, foreign, or without its head is found by the verifier", async () => {
  const { admin, companyId, key } = await companyWithAnswers();
  await storeHeads(app.services);
  await writeEvents(app, companyId, 1);
  const entries = readZip((await bundleOf(admin)).zip);
  const note = entries.find(({ name }) => /^timestamps.*txt$/.test(name))?.bytes ?? Buffer.alloc(0);
  const said = async (changed: RawEntry[], ...options: string[]) => {
    const zip = rawZip(await signedAnew(app, companyId, changed));
    return (await verify(write("wrong.zip", zip), "--key", key, ...options)).said;
  };
  const withStamp = (bytes: Buffer) =>
    entries.map((entry) => (entry.name.endsWith(".tsr") ? { ...entry, bytes } : entry));
  const request = timestampRequest(note, Buffer.from("4a00000000000001", "hex"));
  const root = await makeTimestampRoot();
  const [signer, expired, unfit] = [
    await root.issue(),
    await root.issue({ notAfter: new Date(Date.now() - 86_400_000) }),
    await root.issue({ usages: [] }),
  ];
  const own = write("own.pem", root.pem);
  const answer = (lie: Lie = {}, by = signer) => timestampResponse(request, by, lie);
  const right = await answer();
  expect(await said(withStamp(right), "--tsa-roots", own)).toMatch(/^VERIFIED/);
  expect(await said(withStamp(right), "--tsa-roots", roots)).toMatch(/None of your roots vouches/);
  for (const signs of ["rsa-pss", "rsa-pkcs1"] as const)
    expect(
      await said(withStamp(await answer({}, await root.issue({ signs }))), "--tsa-roots", own),
      signs,
    ).toMatch(/^VERIFIED/);
  const intermediate = await root.issue({ isCa: true, usages: [] });
  const below = await root.issueBy(intermediate)();
  const chained = withStamp(await answer({ chain: [intermediate.certificate] }, below));
  expect(await said(chained, "--tsa-roots", own)).toMatch(/^VERIFIED/);
  const leaf = await root.issue({ usages: [] });
  const pretended = await answer({ chain: [leaf.certificate] }, await root.issueBy(leaf)());
  for (const [bytes, reason] of [
    [await answer({ imprint: Buffer.alloc(32) }), /does not cover its head/],
    [await answer({ status: PKIStatus.rejection }), /granted none/],
    [await answer({ status: PKIStatus.grantedWithMods }), /granted none/],
    [await answer({ breaksSignature: true }), /signature of .* is wrong/],
    [
      await answer({ breaksSignature: true }, await root.issue({ signs: "rsa-pss" })),
      /signature of .* is wrong/,
    ],
    [await answer({ signs: Buffer.from("other") }), /covers something else/],
    [await answer({ contentType: "1.2.840.113549.1.7.1" }), /covers something else/],
    [await answer({ names: expired.certificate }), /lacks the certificate/],
    [await answer({}, expired), /None of your roots vouches/],
    [await answer({}, unfit), /not reserved for time stamping/],
    [pretended, /None of your roots vouches/],
    [right.subarray(0, 400), /truncated/],
    [Buffer.concat([right, Buffer.from([0])]), /longer than a time stamp/],
    [Buffer.from("<html></html>"), /not a time stamp/],
  ] as const) {
    const told = await said(withStamp(bytes), "--tsa-roots", own);
    expect(told).toMatch(/^NOT VERIFIED/);
    expect(told).toMatch(reason);
  }
  const without = (ending: string) => entries.filter(({ name }) => !name.endsWith(ending));
  expect(await said(without(".tsr"))).toMatch(/lacks timestamps\/\d{12}\.tsr/);
  expect(await said(entries.filter(({ name }) => !/^timestamps.*txt$/.test(name)))).toMatch(
    /lacks timestamps/,
  );
  const none = entries.filter(({ name }) => !name.startsWith("timestamps/"));
  expect(await said(none)).toMatch(/^VERIFIED/);
  const taken = await verify(write("taken.zip", rawZip(none)), "--key", key);
  expect(taken.said).toMatch(
    /^NOT VERIFIED {2}timestamps\/\d{12}\.txt was removed since the bundle was made/,
  );
  expect(await said(none, "--tsa-roots", own)).toMatch(/contains no time stamps/);
  const renamed = entries.map((entry) => ({ ...entry, name: entry.name.replace(/\d{12}/, "000000000001") }));
  expect(await said(renamed)).toMatch(/is not a head of this record/);
});

test("a proof holds the first time stamp over its answer, and no other", async () => {
  const { admin, answer, theme, key } = await companyWithAnswers();
  const userQuery = "How many days does a customer have?";
  const { body: later } = await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" });
  const proofOf = async ({ interactionId }: { interactionId: number }) =>
    (await admin.call(getRecordProof, { interactionId })).body;
  const [proof, unstamped] = [await proofOf(answer), await proofOf(later)];
  const given = proof.timestamp;
  if (given === null) throw new Error("the proof has no time stamp");
  expect(unstamped.timestamp).toBeNull();
  const verified = async (changed: typeof proof, ...options: string[]) =>
    (await verify(write("stamped.json", JSON.stringify(changed)), "--key", key, ...options)).said;
  const said = (timestamp: typeof given | null, ...options: string[]) =>
    verified({ ...proof, timestamp }, ...options);
  expect(await said(given)).toMatch(
    /^VERIFIED[^]*over it was time-stamped by CN=Test time stamps: .*\n.*not verified: give --tsa-roots/,
  );
  expect(await said(given, "--tsa-roots", roots)).toMatch(/^VERIFIED[^]*your roots vouch for/);
  expect(await said(null)).toMatch(/^VERIFIED/);
  expect(await said(null, "--tsa-roots", roots)).toMatch(/^NOT VERIFIED.*contains no time stamp/);
  const notOverIt = /^NOT VERIFIED.*does not cover the answer/;
  expect(await verified({ ...unstamped, timestamp: given }, "--tsa-roots", roots)).toMatch(notOverIt);

  const root = await makeTimestampRoot();
  const signer = await root.issue();
  const stampOver = async (note: string) => {
    const request = timestampRequest(Buffer.from(note), Buffer.from("4a00000000000001", "hex"));
    const response = (await timestampResponse(request, signer)).toString("base64");
    return { ...given, head: note, response };
  };
  const own = write("own.pem", root.pem);
  expect(await said(await stampOver(given.head), "--tsa-roots", own)).toMatch(/^VERIFIED/);
  const other = await companyWithAnswers();
  for (const [stamp, reason] of [
    [await stampOver(other.head.note), /was not signed with the key|is not a head of this record/],
    [await stampOver(given.head.replace(/\n(\d+)\n/, "\n1$1\n")), /was not signed with the key/],
    [{ ...given, head: proof.head }, /does not cover its head/],
    [{ ...given, response: given.response.slice(0, 200) }, /truncated/],
  ] as const)
    expect(await said(stamp, "--tsa-roots", own)).toMatch(new RegExp(`^NOT VERIFIED.*(${reason.source})`));
});
