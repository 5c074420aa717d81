import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listProgramDocuments } from "#contract/answering/program-documents.ts";
import { createApiKey } from "#contract/identity/api-keys.ts";
import type { KeyScope } from "#contract/kernel/permissions.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { buildEmptyTheme } from "./documents.ts";
import { bucketCredentials, startSignedBucket } from "./signed-bucket.ts";
import { startWebdavServer, webdavCredentials } from "./webdav-server.ts";

/** footnote-sync as somebody starts it, against the running server and sources that are as strict as real ones. */
let app: TestApp;
const folders: string[] = [];
beforeAll(async () => void (app = await startTestApp({ worker: false })));
afterAll(async () => {
  await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "footnote-sync-"));
  folders.push(folder);
  return folder;
}

const syncScopes: KeyScope[] = ["document:list", "document:replace", "document:delete"];

async function place(on: TestApp = app, scopes = syncScopes) {
  const { admin, theme } = await buildEmptyTheme(on, "Policies");
  const themeId = theme.id;
  const { body } = await admin.call(createApiKey, { name: "Sync", scopes, themeIds: [themeId] });
  const state = join(newFolder(), "state.jsonl");
  const start = (source: string, args: string[] = [], more: Record<string, string> = {}) => {
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, "../sync/main.ts"),
        source,
        "--theme",
        String(themeId),
        "--state",
        state,
        ...args,
      ],
      { env: { PATH: process.env.PATH, FOOTNOTE_URL: on.url, FOOTNOTE_KEY: body.secret, ...more } },
    );
    let text = "";
    let faults = "";
    child.stdout.on("data", (piece: Buffer) => (text += piece.toString()));
    child.stderr.on("data", (piece: Buffer) => (faults += piece.toString()));
    const ended = new Promise<{ code: number | null; acts: string[]; last: string; faults: string }>(
      (resolve) =>
        child.once("close", (code) => {
          const lines = text
            .split("\n")
            .filter(Boolean)
            .map((line) => line.split("\t").slice(1));
          const acts = lines.slice(0, -1).filter(([act]) => act !== "waiting");
          resolve({
            code,
            acts: acts.map(([act, path]) => `${act} ${path}`).toSorted(),
            last: lines.at(-1)?.join(" ") ?? "",
            faults,
          });
        }),
    );
    return { child, ended, said: () => text };
  };
  const documents = async () => {
    const { body: page } = await admin.call(listProgramDocuments, { themeId, pageSize: 200 });
    return page.documents.map(({ externalId, version }) => `${externalId} ${version}`).toSorted();
  };
  const contents = async () => {
    const { body: page } = await admin.call(listProgramDocuments, { themeId, pageSize: 200 });
    return Object.fromEntries(page.documents.map(({ externalId, sha256 }) => [externalId, sha256]));
  };
  const sync = (source: string, args?: string[], more?: Record<string, string>) =>
    start(source, args, more).ended;
  return { admin, themeId, state, start, sync, documents, contents };
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const named = ["--name", "handbook"];
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const rules = (n: number | string) => `Rule ${n} of the handbook holds for everyone.\n`;

describe("a folder", () => {
  test("is brought in step: new, changed, moved, copied, unsuitable and deleted files", async () => {
    const { sync, documents } = await place();
    const folder = newFolder();
    write(folder, {
      "a.txt": rules(1),
      "deep/er/b – ü.txt": rules(2),
      "c.txt": rules(3),
      "d.txt": rules(4),
      "sheet.xlsx": "PK",
      ".hidden/e.txt": rules(5),
      "~$lock.txt": rules(6),
      "empty.txt": "",
    });
    symlinkSync("/etc", join(folder, "link"));
    const first = await sync(folder, named);
    expect(first.faults).toBe("");
    expect(first.acts).toEqual([
      "created a.txt",
      "created c.txt",
      "created d.txt",
      "created deep/er/b – ü.txt",
      "refused empty.txt",
      "refused sheet.xlsx",
    ]);
    expect([first.code, first.last]).toEqual([0, `finished ${folder} 4 created, 2 refused`]);
    const all = ["handbook/a.txt 1", "handbook/c.txt 1", "handbook/d.txt 1", "handbook/deep/er/b – ü.txt 1"];
    expect(await documents()).toEqual(all);

    const again = await sync(folder, named);
    expect(again.last).toBe(`finished ${folder} 4 unchanged, 2 refused`);

    write(folder, { "a.txt": rules("1a"), "copy of c.txt": rules(3) });
    renameSync(join(folder, "d.txt"), join(folder, "deep/d.txt"));
    const planned = await sync(folder, [...named, "--dry-run"]);
    expect(await documents()).toEqual(all);
    const changed = await sync(folder, named);
    const acts = [
      "linked deep/d.txt",
      "refused empty.txt",
      "refused sheet.xlsx",
      "replaced a.txt",
      "skipped copy of c.txt",
    ];
    expect(changed.acts).toEqual(acts);
    expect(planned.acts).toEqual(acts.map((act) => `would be ${act}`));
    expect(await documents()).toEqual([
      "handbook/a.txt 2",
      "handbook/c.txt 1",
      "handbook/deep/d.txt 1",
      "handbook/deep/er/b – ü.txt 1",
    ]);

    rmSync(join(folder, "copy of c.txt"));
    rmSync(join(folder, "c.txt"));
    const removed = await sync(folder, named);
    expect(removed.acts).toContain("deleted c.txt");
    expect(removed.code).toBe(0);
    expect(await documents()).toHaveLength(3);
  });

  test("whose files were renamed in a chain, swapped and renamed over others is in step after one run", async () => {
    const { sync, documents, contents } = await place();
    const folder = newFolder();
    const numbers = [5, 10, 43, 48, 53, 60, 61];
    write(folder, Object.fromEntries(numbers.map((n) => [`p${n}.txt`, rules(n)])));
    await sync(folder, named);
    for (const [from, to] of [
      ["p43", "p43x"],
      ["p48", "p43"],
      ["p53", "p48"],
      ["p60", "p61"],
    ])
      renameSync(join(folder, `${from}.txt`), join(folder, `${to}.txt`));
    write(folder, { "p5.txt": rules(10), "p10.txt": rules(5) });
    const now = { p5: 10, p10: 5, p43: 48, p43x: 43, p48: 53, p61: 60 };
    const acts = ["deleted p61.txt", ...Object.keys(now).map((name) => `linked ${name}.txt`)].toSorted();
    const planned = await sync(folder, [...named, "--dry-run"]);
    expect(planned.acts).toEqual(acts.map((act) => `would be ${act}`));
    const changed = await sync(folder, named);
    expect([changed.code, changed.acts]).toEqual([0, acts]);
    expect(await contents()).toEqual(
      Object.fromEntries(Object.entries(now).map(([name, n]) => [`handbook/${name}.txt`, hashOf(rules(n))])),
    );
    // renamed, not read anew
    expect((await documents()).every((document) => document.endsWith(" 1"))).toBe(true);
    expect((await sync(folder, named)).last).toBe(`finished ${folder} 6 unchanged`);
    rmSync(join(folder, "p5.txt"));
    expect((await sync(folder, named)).acts).toEqual(["deleted p5.txt"]);
    expect(Object.values(await contents())).not.toContain(hashOf(rules(10)));
  });

  test("that comes back empty or small deletes nothing, unless somebody says so", async () => {
    const { sync, documents } = await place();
    const folder = newFolder();
    write(folder, Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.txt`, rules(n)])));
    await sync(folder, named);
    for (const n of [0, 1, 2]) rmSync(join(folder, `${n}.txt`));
    const small = await sync(folder, named);
    expect([small.code, small.acts]).toEqual([3, ["kept 0.txt", "kept 1.txt", "kept 2.txt"]]);
    expect((await sync(folder, [...named, "--max-delete", "30%"])).code).toBe(0);
    expect(await documents()).toHaveLength(7);
    const empty = newFolder();
    for (const share of ["20%", "100%"]) {
      const { code, last } = await sync(empty, [...named, "--max-delete", share]);
      expect([code, last]).toEqual([3, `finished ${empty} 7 kept`]);
    }
    expect(await documents()).toHaveLength(7);
    expect((await sync(empty, [...named, "--delete-all", "--dry-run"])).last).toBe(
      `finished ${empty} 7 deleted`,
    );
    expect(await documents()).toHaveLength(7);
    expect((await sync(empty, [...named, "--delete-all"])).code).toBe(0);
    expect(await documents()).toEqual([]);
  });

  test("leaves documents alone that are not its own", async () => {
    const { sync, documents } = await place();
    const [one, two] = [newFolder(), newFolder()];
    write(one, { "a.txt": rules(1), "same.txt": rules("same") });
    write(two, { "b.txt": rules(2), "same.txt": rules("same") });
    await sync(one, ["--name", "one"]);
    expect((await sync(two, ["--name", "two"])).acts).toEqual(["created b.txt", "skipped same.txt"]);
    rmSync(join(two, "b.txt"));
    expect((await sync(two, ["--name", "two"])).acts).toEqual(["deleted b.txt", "skipped same.txt"]);
    expect(await documents()).toEqual(["one/a.txt 1", "one/same.txt 1"]);
  });

  test("that holds a name that is no text is in step but for this file", async () => {
    const { sync, documents } = await place();
    const folder = newFolder();
    write(folder, { "a.txt": rules(1), "b.txt": rules(2) });
    const unnamed = Buffer.concat([Buffer.from(`${folder}/f`), Buffer.from([0xff]), Buffer.from(".txt")]);
    writeFileSync(unnamed, rules(3));
    const first = await sync(folder, named);
    expect([first.code, first.acts]).toEqual([0, ["created a.txt", "created b.txt", "refused f\uFFFD.txt"]]);
    expect(await documents()).toEqual(["handbook/a.txt 1", "handbook/b.txt 1"]);
  });

  test("interrupted by a signal or killed is brought in step by the next run, each file once", async () => {
    const { start, sync, documents } = await place();
    const folder = newFolder();
    write(folder, Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.txt`, rules(n)])));
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGKILL", null],
    ] as const) {
      const { child, ended, said } = start(folder, [...named, "--parallel", "2"]);
      await expect.poll(() => said().split("\tcreated\t").length, { interval: 5 }).toBeGreaterThan(4);
      child.kill(signal);
      expect((await ended).code).toBe(code);
      const reached = (await documents()).length;
      expect(reached).toBeGreaterThan(3);
      expect(reached).toBeLessThan(40);
    }
    const rest = await sync(folder, named);
    expect(rest.code).toBe(0);
    expect((await documents()).length).toBe(40);
    expect((await documents()).every((document) => document.endsWith(" 1"))).toBe(true);
    expect((await sync(folder, named)).last).toBe(`finished ${folder} 40 unchanged`);
  });

  test("waits as long as the server asks, and fails no file for it", async () => {
    const limited = await startTestApp({ worker: false, env: { LIMIT_UPLOAD: "3/2" } });
    try {
      const { start, documents } = await place(limited);
      const folder = newFolder();
      write(folder, Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.txt`, rules(n)])));
      const { ended, said } = start(folder, named);
      const { code, last } = await ended;
      expect([code, last]).toEqual([0, `finished ${folder} 10 created`]);
      expect(said()).toMatch(/\twaiting\t-\twaiting [12] s: /);
      expect(await documents()).toHaveLength(10);
    } finally {
      await limited.close();
    }
  });
});

test("a key without the scopes, a foreign theme and a wrong call end the run with a reason", async () => {
  const { sync } = await place();
  const folder = newFolder();
  write(folder, { "a.txt": rules(1), "b.txt": rules(2) });
  const other = await place();
  const foreign = await sync(folder, ["--theme", String(other.themeId)]);
  expect([foreign.code, foreign.last]).toEqual([1, "failed - Not found, or you don't have access."]);
  const reader = await place(app, ["document:list"]);
  const refused = await reader.sync(folder);
  expect([refused.code, refused.last]).toEqual([
    1,
    expect.stringContaining("failed - This key lacks the scope document:replace."),
  ]);
  const wrong = await sync(folder, ["--max-delete", "many"]);
  expect([wrong.code, wrong.faults]).toEqual([2, expect.stringContaining("--max-delete must be a share")]);
  const absent = await sync(join(folder, "nowhere"));
  expect([absent.code, absent.last]).toEqual([1, expect.stringContaining("ENOENT")]);
});

describe("a bucket", () => {
  test("is listed page by page with signed calls, and only what changed is read", async () => {
    const { sync, documents } = await place();
    const bucket = await startSignedBucket("policies");
    try {
      const keys = ["hr/a b+c&d.txt", "hr/sub/ü’(1)!.txt", "hr/last.txt", "hr/folder/", "other/x.txt"];
      for (const [n, key] of keys.entries()) bucket.objects.set(key, Buffer.from(rules(n)));
      const source = `s3://policies/hr?endpoint=${bucket.url}&region=eu-central-1`;
      const first = await sync(source, [], bucketCredentials);
      expect(first.acts).toEqual(["created a b+c&d.txt", "created last.txt", "created sub/ü’(1)!.txt"]);
      expect(await documents()).toEqual([
        "policies/hr/a b+c&d.txt 1",
        "policies/hr/last.txt 1",
        "policies/hr/sub/ü’(1)!.txt 1",
      ]);
      bucket.reads.length = 0;
      bucket.objects.set("hr/last.txt", Buffer.from(rules("new")));
      expect((await sync(source, [], bucketCredentials)).acts).toEqual(["replaced last.txt"]);
      expect(new Set(bucket.reads)).toEqual(new Set(["hr/last.txt"]));
      const wrong = await sync(source, [], { ...bucketCredentials, AWS_SECRET_ACCESS_KEY: "wrong" });
      expect([wrong.code, wrong.acts]).toEqual([1, []]);
      expect(await documents()).toHaveLength(3);
      bucket.objects.delete("hr/last.txt");
      expect((await sync(source, [], bucketCredentials)).acts).toEqual(["deleted last.txt"]);
    } finally {
      await bucket.close();
    }
  });
});

describe("a WebDAV share", () => {
  test("is walked folder by folder, and only what changed is read", async () => {
    const { sync, documents } = await place();
    const share = await startWebdavServer("/remote.php/dav/files/sync/Our policies/");
    try {
      share.files.set("a #1 100%.txt", rules(1));
      share.files.set("deep/er/ü & co.txt", rules(2));
      share.files.set("deep/b.txt", rules(3));
      const args = ["--name", "cloud"];
      const first = await sync(share.url, args, webdavCredentials);
      expect(first.acts).toEqual([
        "created a #1 100%.txt",
        "created deep/b.txt",
        "created deep/er/ü & co.txt",
      ]);
      share.reads.length = 0;
      share.files.set("deep/b.txt", rules("3 new"));
      expect((await sync(share.url.replace(/\/$/, ""), args, webdavCredentials)).acts).toEqual([
        "replaced deep/b.txt",
      ]);
      expect(new Set(share.reads)).toEqual(new Set(["deep/b.txt"]));
      expect((await sync(share.url, args, { ...webdavCredentials, WEBDAV_PASSWORD: "wrong" })).code).toBe(1);
      // a folder that cannot be listed is not an empty one
      share.broken.add("deep/");
      const broken = await sync(share.url, [...args, "--delete-all"], webdavCredentials);
      expect([broken.code, broken.acts]).toEqual([1, []]);
      expect(await documents()).toHaveLength(3);
      share.broken.clear();
      share.files.delete("a #1 100%.txt");
      expect((await sync(share.url, args, webdavCredentials)).acts).toEqual(["deleted a #1 100%.txt"]);
      expect(await documents()).toEqual(["cloud/deep/b.txt 2", "cloud/deep/er/ü & co.txt 1"]);
      share.files.set("ÿ.txt", rules(4));
      share.busy.push({ status: 429 }, { status: 503, headers: { "retry-after": "1" } });
      const busy = await sync(share.url, args, webdavCredentials);
      expect([busy.code, busy.acts]).toEqual([0, ["refused %FF.txt"]]);
      expect(await documents()).toHaveLength(2);
    } finally {
      await share.close();
    }
  });
});
