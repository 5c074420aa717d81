import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import {
  createRecordBundle,
  getRecordBundle,
  getRecordBundleFile,
  getRecordProof,
  getRecordState,
  getRecordVerifier,
  listRecordBundles,
  listRecordHeads,
  rotateRecordKey,
  signRecordHead,
} from "#contract/evidence/record.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import { entryOf, type Entry } from "#server/platform/log/entry.ts";
import { leafHash } from "#server/platform/log/merkle.ts";
import { commitTo, insertManifest, sha256 } from "#server/answering/answers/manifest-store.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { buildAnswers, bundleOf, verify } from "#testing/bundles.ts";
import { withClient } from "#server/platform/database/client.ts";
import { rawZip, readZip, type RawEntry } from "#testing/raw-zip.ts";
import { writeEvents } from "#testing/write-events.ts";

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-bundles-"));
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const companyWithAnswers = () => buildAnswers(app, write);

test("a bundle of the whole record verifies with the key alone and against a head stored earlier", async () => {
  const { admin, answer, head, key } = await companyWithAnswers();
  const kept = write("kept.txt", head.note);
  await admin.call(signRecordHead, {});
  const bundle = await bundleOf(admin);
  expect(bundle.events).toBe(bundle.size);
  const path = write("whole.zip", bundle.zip);
  const result = await verify(path, "--key", key, "--head", kept);
  expect(result).toMatchObject({ code: 0, said: expect.stringContaining("VERIFIED  localhost") as string });
  expect(result.said).toContain(`${bundle.events} of ${bundle.size} events`);
  expect(result.said).toContain("2 answers are as they were given");
  expect(result.said).toContain(`It matches the head of ${head.size} events that you kept.`);
  expect((await verify(path, "--key", key)).said).toContain("You gave no head of your own");
  const page =
    readZip(bundle.zip)
      .find(({ name }) => name === "index.html")
      ?.bytes.toString() ?? "";
  expect(page).toContain("How many days does a customer have to return an unopened product?");
  expect(page).toContain(answer.citations[0]?.quote.slice(0, 30).replaceAll("'", "&#39;"));
  expect(page).not.toMatch(/<script|<img/);
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect((await admin.call(listRecordBundles, {})).body.map(({ id }) => id)).toEqual([bundle.id]);
  const verifier = await admin.call(getRecordVerifier, {});
  expect(verifier.bytes.toString()).toContain("NOT VERIFIED");
});

test("a bundle of one person, theme or period proves its events without the others", async () => {
  const { admin, agent, companyId, theme, key } = await companyWithAnswers();
  await writeEvents(app, companyId, 700);
  await agent.call(ask, { themeId: theme.id, userQuery: "May I?", sessionId: "a" });
  const day = app.services.clock.now().toISOString().slice(0, 10);
  for (const filters of [
    { userId: admin.id },
    { userId: agent.id },
    { themeId: theme.id },
    { from: day, to: day },
    { from: "2001-01-01", to: "2001-01-02" },
  ]) {
    const bundle = await bundleOf(admin, filters);
    const { rows } = await withClient(app.connection, (client) =>
      client.query<{ n: number }>(
        `select count(*)::int as n from audit_events e where stream = $1 and seq <= $2 and ($3::int is null or actor_id = $3) and at::text >= $4`,
        [companyId, bundle.size, "userId" in filters ? filters.userId : null, ""],
      ),
    );
    if ("userId" in filters) expect(bundle.events).toBe(rows[0]?.n);
    if (filters.to === "2001-01-02") expect(bundle.events).toBe(0);
    const path = write("part.zip", bundle.zip);
    expect(await verify(path, "--key", key)).toMatchObject({ code: 0 });
  }
});

test("after a change of keys a bundle verifies with both, and not with the old one alone", async () => {
  const { admin, key, companyId } = await companyWithAnswers();
  const superAdmin = await buildSuperAdmin(app);
  const { body } = await superAdmin.call(rotateRecordKey);
  const second = write("second.pem", body.key);
  await writeEvents(app, companyId, 1);
  const path = write("rotated.zip", (await bundleOf(admin)).zip);
  expect(await verify(path, "--key", key)).toMatchObject({ code: 1 });
  expect(await verify(path, "--key", second, "--key", key)).toMatchObject({ code: 0 });
  const { keys } = (await admin.call(getRecordState, {})).body;
  expect(keys[0]).toBe(body.key);
  const all = keys.flatMap((pem, index) => ["--key", write(`all-${index}.pem`, pem)]);
  expect(await verify(path, ...all)).toMatchObject({ code: 0 });
});

test("the proof of an answer verifies by itself, and changing any byte breaks it", async () => {
  const { admin, answer, key, head } = await companyWithAnswers();
  const { body: proof } = await admin.call(getRecordProof, { interactionId: answer.interactionId });
  const path = write("proof.json", JSON.stringify(proof));
  expect(await verify(path, "--key", key, "--head", write("h.txt", head.note))).toMatchObject({ code: 0 });
  const changes: [string, object][] = [
    [
      "entry",
      { ...proof, event: { ...proof.event, entry: proof.event.entry.replace('"done"', '"failed"') } },
    ],
    ["salt", { ...proof, event: { ...proof.event, salt: "0".repeat(64) } }],
    [
      "manifest",
      { ...proof, manifest: { ...proof.manifest, content: proof.manifest.content?.replace("30", "60") } },
    ],
    ["inclusion", { ...proof, inclusion: proof.inclusion.slice(1) }],
    ["head", { ...proof, head: proof.head.replace(/\n(\d+)\n/, "\n1$1\n") }],
    ["form", { ...proof, form: "other" }],
    ["consistency", { ...proof, consistency: [] }],
  ];
  for (const [what, changed] of changes)
    expect(
      await verify(
        write("changed.json", JSON.stringify(changed)),
        ...["--key", key, "--head", join(folder, "h.txt")],
      ),
      what,
    ).toMatchObject({
      code: 1,
      said: expect.stringContaining("NOT VERIFIED") as string,
    });
});

test("an answer deleted with SQL has no proof, and its bundle is refused", async () => {
  const { admin, answer, companyId, key } = await companyWithAnswers();
  const { body: proof } = await admin.call(getRecordProof, { interactionId: answer.interactionId });
  await withClient(app.connection, (client) =>
    client.query(
      `set session_replication_role = replica;
       update record_manifests set content = null, salt = null where company_id = ${companyId} and interaction_id = ${answer.interactionId}`,
    ),
  );
  const refused = await admin.call(getRecordProof, { interactionId: answer.interactionId });
  expect(refused.status).toBe(409);
  const gone = /^NOT VERIFIED {2}The answer of event \d+ is gone, and no recorded erasure covers it/;
  const bundle = await verify(write("gone.zip", (await bundleOf(admin)).zip), "--key", key);
  expect(bundle.code).toBe(1);
  expect(bundle.said).toMatch(gone);
  const empty = { ...proof, manifest: { salt: null, content: null } };
  const single = await verify(write("gone.json", JSON.stringify(empty)), "--key", key);
  expect(single.code).toBe(1);
  expect(single.said).toMatch(gone);
});

test("an altered event is not bundled: the bundle fails, with a reason", async () => {
  const { admin, companyId } = await companyWithAnswers();
  await withClient(app.connection, (client) =>
    client.query(
      `set session_replication_role = replica;
       update audit_events set before = '{"n":1e400}' where stream = ${companyId} and seq = 2`,
    ),
  );
  const { body: begun } = await admin.call(createRecordBundle, {});
  const state = async () => (await admin.call(getRecordBundle, { id: begun.id })).body;
  await expect.poll(async () => (await state()).status, { timeout: 30_000 }).toBe("failed");
  expect((await state()).reason).toMatch(/^The bundle could not be made\. Have the record checked/);
});

test("an answer replaced by a second event, appended like any other, is refused", async () => {
  const { admin, answer, companyId, key } = await companyWithAnswers();
  const place = { companyId, id: answer.interactionId };
  await withClient(app.connection, (client) =>
    client.query(
      `set session_replication_role = replica;
       delete from record_manifests where company_id = ${companyId} and interaction_id = ${place.id}`,
    ),
  );
  await jobCaller(app.services, "test", companyId).transact(async (ctx) => {
    const asker = commitTo({ name: "Somebody else" });
    const hash = sha256("A text").toString("hex");
    const content = {
      ...{
        interaction: place.id,
        question: "",
        outcome: "answered",
        answer: "Yes.",
        reason: null,
        build: "0",
      },
      ...{ asker: { id: 1, role: "agent", identity: asker.identity }, sources: [] },
      theme: { name: "", purpose: hash, instructions: hash, tags: hash },
      ...{ askedAt: "", answeredAt: "" },
    };
    const manifest = await insertManifest(ctx, place, content, { texts: ["A text"], asker });
    ctx.audit({ action: "question.answer", target: { type: "interaction", id: place.id }, manifest });
  });
  const { code, said } = await verify(write("second.zip", (await bundleOf(admin)).zip), "--key", key);
  expect(code).toBe(1);
  expect(said).toMatch(/^NOT VERIFIED {2}Events \d+ and \d+ both claim to record the answer \d+\.\n$/);
});

test("hostile and changed bundles are refused quickly, with a message and no stack trace", async () => {
  const { admin, companyId, key, head } = await companyWithAnswers();
  const good = readZip((await bundleOf(admin)).zip);
  const other = await companyWithAnswers();
  const otherGood = readZip((await bundleOf(other.admin)).zip);
  const otherHead = (await other.admin.call(listRecordHeads, {})).body[0]?.note ?? "";
  const rewritten = (name: string, change: (text: string) => string): RawEntry[] =>
    good.map((entry) =>
      entry.name === name ? { name, bytes: Buffer.from(change(entry.bytes.toString())) } : entry,
    );
  const saying = (name: string, says: RawEntry["says"]): RawEntry[] =>
    good.map((entry) =>
      entry.name === name ? { ...entry, ...(says === undefined ? {} : { says }) } : entry,
    );
  const renamed = (from: string, to: string) =>
    good.map((entry) => (entry.name === from ? { ...entry, name: to } : entry));
  const firstLine = (text: string) => text.slice(0, text.indexOf("\n") + 1);
  const bundles: Record<string, Buffer> = {
    "a bomb": rawZip(
      good.map((entry) =>
        entry.name === "texts.jsonl" ? { ...entry, bytes: Buffer.alloc(200 * 1024 * 1024) } : entry,
      ),
    ),
    "a bomb that lies about its size": rawZip(
      good.map((entry) =>
        entry.name === "texts.jsonl"
          ? { ...entry, bytes: Buffer.alloc(50_000_000), says: { unpacked: 10 } }
          : entry,
      ),
    ),
    "a name with ../": rawZip(renamed("index.html", "../../etc/passwd")),
    "an absolute name": rawZip(renamed("index.html", "/tmp/x")),
    "a name twice": rawZip(renamed("index.html", "head.txt")),
    "one file too many": rawZip([...good, { name: "more.txt", bytes: Buffer.from("x") }]),
    "a file missing": rawZip(good.slice(1)),
    "a huge size": rawZip(saying("events.jsonl", { unpacked: 0xffff_ffff })),
    "a wrong size": rawZip(saying("events.jsonl", { unpacked: 17 })),
    "a packed size beyond the file": rawZip(saying("events.jsonl", { packed: 0xffff_fff0 })),
    "a wrong checksum": rawZip(saying("events.jsonl", { crc: 1 })),
    "an unknown method": rawZip(saying("events.jsonl", { method: 99 })),
    "an encrypted file": rawZip(saying("events.jsonl", { flags: 1 })),
    "cut in the middle": rawZip(good).subarray(0, 900),
    "cut at the end": rawZip(good).subarray(0, -10),
    nothing: Buffer.alloc(0),
    "no archive": Buffer.from("PK nothing of the kind"),
    "deep JSON": rawZip(rewritten("events.jsonl", () => `${"[".repeat(200_000)}\n`)),
    "deep objects": rawZip(rewritten("bundle.json", () => '{"a":'.repeat(100_000))),
    "half a character": rawZip(
      rewritten("events.jsonl", (text) => text.replace('\\"log\\"', '\\"\\ud800\\"')),
    ),
    "no UTF-8": rawZip(
      good.map((entry) =>
        entry.name === "head.txt" ? { ...entry, bytes: Buffer.from([0xff, 0xfe]) } : entry,
      ),
    ),
    "a huge number": rawZip(rewritten("rest.jsonl", () => `{"level":1e308,"hash":"${"A".repeat(43)}="}\n`)),
    "a negative level": rawZip(rewritten("rest.jsonl", () => `{"level":-1,"hash":"${"A".repeat(43)}="}\n`)),
    "an event changed": rawZip(
      rewritten("events.jsonl", (text) => text.replace('\\"done\\"', '\\"failed\\"')),
    ),
    "an event removed": rawZip(rewritten("events.jsonl", (text) => text.slice(firstLine(text).length))),
    "the last event removed": rawZip(
      rewritten("events.jsonl", (text) => text.slice(0, text.slice(0, -1).lastIndexOf("\n") + 1)),
    ),
    "an event twice": rawZip(rewritten("events.jsonl", (text) => firstLine(text) + text)),
    "a detail changed": rawZip(rewritten("events.jsonl", (text) => text.replace("127.0.0.1", "127.0.0.2"))),
    "a key given twice": rawZip(
      rewritten("events.jsonl", (text) =>
        text.replace('{\\"action\\"', '{\\"action\\":\\"a\\",\\"action\\"'),
      ),
    ),
    "an answer changed": rawZip(rewritten("manifests.jsonl", (text) => text.replace("30 days", "60 days"))),
    "an answer removed": rawZip(rewritten("manifests.jsonl", firstLine)),
    "a passage changed": rawZip(rewritten("texts.jsonl", (text) => text.replace("30 days", "60 days"))),
    "a passage removed": rawZip(rewritten("texts.jsonl", () => "")),
    "a head of another log": rawZip(rewritten("head.txt", () => otherHead)),
    "an unsigned head": rawZip(rewritten("head.txt", (text) => text.replace(/\n(\d+)\n/, "\n1$1\n"))),
    "an earlier head with a wrong proof": rawZip(
      rewritten("heads.jsonl", (text) => text.replace(/"proof":\[.*\]/, '"proof":[]')),
    ),
    "a reading page changed": rawZip(rewritten("index.html", (text) => text.replace("30 days", "60 days"))),
    "a description changed": rawZip(rewritten("bundle.json", (text) => text.replace("{}", '{"userId":1}'))),
    "an earlier head left out": rawZip(rewritten("heads.jsonl", () => "")),
    "the list of files left out": rawZip(good.filter(({ name }) => name !== "files.txt")),
    "the list of files not signed": rawZip(
      rewritten("files.txt", (text) => text.replace(/[0-9a-f]/, (digit) => (digit === "0" ? "1" : "0"))),
    ),
    "the list of files of another bundle": rawZip(
      good.map((entry) => otherGood.find(({ name }) => name === "files.txt" && name === entry.name) ?? entry),
    ),
    "a head in place of the list of files": rawZip(rewritten("files.txt", () => head.note)),
    "a second name": rawZip(good).fill(
      "hend.txt",
      rawZip(good).indexOf("head.txt"),
      rawZip(good).indexOf("head.txt") + 8,
    ),
    "a comment behind the archive": Buffer.concat([rawZip(good), Buffer.from("more")]),
    "no object where one belongs": rawZip(rewritten("manifests.jsonl", () => "null\n")),
  };
  const wrong: string[] = [];
  for (const [what, bytes] of Object.entries(bundles)) {
    const began = performance.now();
    const { code, said } = await verify(write("hostile.zip", bytes), "--key", key);
    const isRefused =
      code === 1 && /^NOT VERIFIED {2}\S[^\n]{5,300}\n$/.test(said) && !/at \S+:\d+|Error:/.test(said);
    if (!isRefused || performance.now() - began > 10_000)
      wrong.push(`${what}: ${code} ${said.slice(0, 300)}`);
  }
  console.info(
    `${Object.keys(bundles).length} hostile and changed bundles, ${wrong.length} not refused as they should be`,
  );
  expect(wrong).toEqual([]);
  expect((await verify(write("good.zip", rawZip(good)), "--key", key)).code).toBe(0);
  expect((await verify("good.zip")).code).toBe(2);
  expect((await verify(join(folder, "absent.zip"), "--key", key)).code).toBe(1);
  expect((await verify(join(folder, "good.zip"), "--key", write("no.pem", "no key"))).code).toBe(1);
  expect((await verify(join(folder, "good.zip"), "--key", other.key, "--key", key)).code).toBe(0);
  // a contradicting head of the same log, and one from the future
  expect(
    (await verify(join(folder, "good.zip"), "--key", key, "--head", write("o.txt", otherHead))).said,
  ).toContain("another log");
  await writeEvents(app, companyId, 1);
  const { body: later } = await admin.call(signRecordHead, {});
  expect(
    (await verify(join(folder, "good.zip"), "--key", key, "--head", write("l.txt", later.note))).said,
  ).toContain("events are missing, or it was made before your head");
  expect(
    (await verify(join(folder, "good.zip"), "--key", key, "--head", write("s.txt", head.note))).code,
  ).toBe(0);
}, 300_000);

test("a record rewritten with all its hashes is consistent in itself, and contradicts a stored head", async () => {
  const { admin, companyId, key, head } = await companyWithAnswers();
  const kept = write("before.txt", head.note);
  await withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `update audit_events set actor_name = 'Somebody else' where stream = ${companyId} and seq = 2`,
    );
    const { rows } = await client.query<Omit<Entry, "at"> & { at: Date }>(
      `select * from audit_events where stream = ${companyId} and seq = 2`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error("there is a second event");
    const leaf = leafHash(entryOf({ ...row, at: row.at.toISOString(), clock: null }));
    await client.query("update audit_events set leaf = $1 where stream = $2 and seq = 2", [leaf, companyId]);
    await client.query(`delete from record_heads where stream = ${companyId}`);
  });
  const path = write("anew.zip", (await bundleOf(admin)).zip);
  expect(await verify(path, "--key", key)).toMatchObject({ code: 0 });
  const against = await verify(path, "--key", key, "--head", kept);
  // the hourly signing may meet the rewritten record first: its head contradicts the stored one as well
  expect(against).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /Nothing here proves how the log grew|was rewritten after your head/,
    ) as string,
  });
  // put back among the heads, the stored one contradicts it too
  const files = readZip((await bundleOf(admin)).zip).map((entry) =>
    entry.name === "heads.jsonl"
      ? {
          ...entry,
          bytes: Buffer.from(`${JSON.stringify({ note: head.note, proof: [head.root, head.root] })}\n`),
        }
      : entry,
  );
  expect((await verify(write("planted.zip", rawZip(files)), "--key", key, "--head", kept)).said).toContain(
    "was rewritten",
  );
});

test("only its requester gets a bundle, and a week-old one is gone", async () => {
  const { admin, agent } = await companyWithAnswers();
  const bundle = await bundleOf(admin);
  const foreign = await buildCompany(app);
  for (const person of [foreign.admin])
    expect((await person.call(getRecordBundle, { id: bundle.id })).status).toBe(404);
  expect((await agent.call(getRecordBundle, { id: bundle.id })).status).toBe(403);
  app.clock.advance(8 * 86_400_000);
  const late = await admin.call(getRecordBundleFile, { id: bundle.id });
  expect(late.status).not.toBe(200);
});
