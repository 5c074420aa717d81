import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";
import { openState } from "./state.ts";
import { RefusedError, UnreachableError, type Listed, type Target } from "./target.ts";

const folder = mkdtempSync(join(tmpdir(), "footnote-sync-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

/** As strict as the server: names and contents are in a theme once. `callsLeft`: then it is out of reach. */
function startTheme() {
  const documents: (Listed & { text: string })[] = [];
  const theme = { documents, callsLeft: Infinity, deleted: new Array<string>() };
  const count = () => {
    theme.callsLeft -= 1;
    if (theme.callsLeft < 0) throw new UnreachableError("no answer");
  };
  const named = (name: string | null) => documents.find((one) => name !== null && one.externalId === name);
  let ids = 0;
  const target: Target = {
    async *list() {
      yield* documents;
    },
    put: async (externalId, _, bytes, formerly) => {
      await Promise.resolve();
      count();
      if (!isTaken(externalId)) throw new RefusedError(415, "no such kind");
      const sha256 = hashOf(bytes);
      const twin = documents.find((one) => one.sha256 === sha256);
      const document = named(externalId) ?? named(formerly) ?? (twin?.externalId === null ? twin : undefined);
      if (twin !== undefined && twin !== document) throw new RefusedError(409, "already in the theme");
      const file = { externalId, sha256, etag: `"${ids}-${sha256}"`, text: bytes.toString() };
      if (document === undefined) {
        documents.push({ id: (ids += 1), ...file });
        return "created";
      }
      const isSame = document.externalId === externalId;
      Object.assign(document, twin === undefined ? file : { externalId });
      return twin === undefined ? "replaced" : isSame ? "unchanged" : "linked";
    },
    remove: async (externalId, etag) => {
      await Promise.resolve();
      count();
      const at = documents.findIndex((one) => one.externalId === externalId);
      if (at < 0) return true;
      if (documents[at]?.etag !== etag) return false;
      theme.deleted.push(...documents.splice(at, 1).map(({ text }) => text));
      return true;
    },
  };
  return { theme, target };
}

let states = 0;
function place() {
  const { theme, target } = startTheme();
  const files = new Map<string, string>();
  const unreadable = new Set<string>();
  const state = openState(join(folder, `${(states += 1)}.jsonl`));
  const sync = async (mostDeleted: number | null = null) => {
    const acts: string[] = [];
    const details = new Map<string, string>();
    const counts = await run({
      source: {
        address: "test",
        name: "t",
        async *list() {
          for (const [path, text] of files)
            yield { path, bytes: text.length, fingerprint: `${hashOf(text)} ${path}` };
        },
        read: async (path) => {
          await Promise.resolve();
          if (unreadable.has(path)) throw new Error("cannot be read");
          return Buffer.from(files.get(path) ?? "");
        },
      },
      target,
      state,
      options: { prefix: "t/", isDryRun: false, mostDeleted, parallel: 3 },
      report: {
        act: (act, path, detail) => {
          acts.push(`${act} ${path}`);
          details.set(path, detail);
        },
        progress: () => undefined,
      },
      signal: new AbortController().signal,
    });
    return { counts, details, acts: acts.toSorted() };
  };
  const stands = () => Object.fromEntries(theme.documents.map((one) => [one.externalId, one.text]));
  return { theme, files, unreadable, sync, stands };
}

/** Repeatable numbers from 0 to below `most`. */
function draws(seed: number) {
  let at = seed;
  return (most: number) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((at / 2 ** 32) * most);
  };
}

/** Renames over other files and to a kind that the server refuses, swaps, copies, edits and deletions. */
function stir(files: Map<string, string>, draw: (most: number) => number): void {
  const name = () => `${draw(7)}.${draw(5) === 0 ? "bak" : "txt"}`;
  for (let n = draw(8); n >= 0; n -= 1) {
    const [one, other] = [name(), name()];
    const [text, second] = [files.get(one), files.get(other)];
    const kind = draw(5);
    if (kind === 0 || text === undefined) files.set(one, `content ${draw(12)}`);
    else if (kind === 1) files.delete(one);
    else if (kind === 2) files.set(other, text);
    else if (kind === 3 && second !== undefined) files.set(one, second).set(other, text);
    else if (one !== other) {
      files.set(other, text);
      files.delete(one);
    }
  }
}

const isTaken = (path: string) => !path.endsWith(".bak");

test("after one run a theme has the contents that can be read in the folder under its names, whatever was renamed", async () => {
  for (let seed = 0; seed < 150; seed += 1) {
    const draw = draws(seed);
    const { theme, files, sync, stands } = place();
    for (let round = 0; round < 4; round += 1) {
      stir(files, draw);
      theme.deleted.length = 0;
      // an interrupted run is healed by the next
      theme.callsLeft = draw(3) === 0 ? draw(8) : Infinity;
      const contents = new Set([...files].flatMap(([path, text]) => (isTaken(path) ? [text] : [])));
      const isDone = await sync().then(
        ({ counts }) => counts.failed + counts.kept === 0,
        () => false,
      );
      expect(
        theme.deleted.filter((text) => contents.has(text)),
        `seed ${seed}`,
      ).toEqual([]);
      if (!isDone) {
        expect(theme.callsLeft, `seed ${seed}`).toBeLessThan(0);
        theme.callsLeft = Infinity;
        expect((await sync()).counts.failed, `seed ${seed}`).toBe(0);
      }
      const now = stands();
      for (const [name, text] of Object.entries(now))
        expect(files.get(name.slice(2)), `seed ${seed}, ${name}`).toBe(text);
      expect(new Set(Object.values(now)), `seed ${seed}`).toEqual(contents);
      theme.callsLeft = Infinity;
      const again = await sync();
      const { unchanged, skipped, refused } = again.counts;
      expect(unchanged + skipped + refused, `seed ${seed}`).toBe(files.size);
    }
  }
});

test("a limit of deletions holds for a document that makes way for a renamed one, and its run says so", async () => {
  const { files, sync, stands } = place();
  for (const n of [1, 2, 3, 4]) files.set(`${n}.txt`, `content ${n}`);
  await sync();
  files.set("2.txt", "content 1").set("4.txt", "content 3").delete("1.txt");
  files.delete("3.txt");
  const { counts, acts } = await sync(0.2);
  expect(acts).toEqual(["kept 2.txt", "kept 2.txt", "kept 4.txt", "kept 4.txt"]);
  expect([counts.kept, counts.deleted]).toEqual([4, 0]);
  expect(Object.keys(stands())).toHaveLength(4);
  await sync();
  expect(stands()).toEqual({ "t/2.txt": "content 1", "t/4.txt": "content 3" });
});

test("nothing is deleted while a file that cannot be read may have its bytes", async () => {
  const { files, unreadable, sync, stands } = place();
  files.set("a.txt", "one").set("b.txt", "two");
  await sync();
  files.delete("a.txt");
  files.set("c.txt", "one");
  unreadable.add("c.txt");
  expect((await sync()).acts).toEqual(["failed a.txt", "failed c.txt"]);
  expect(stands()).toEqual({ "t/a.txt": "one", "t/b.txt": "two" });
  unreadable.clear();
  expect((await sync()).acts).toEqual(["linked c.txt"]);
  expect(stands()).toEqual({ "t/c.txt": "one", "t/b.txt": "two" });
});

test("a file renamed to a kind that the server refuses leaves the answers in the same run, and the log says why", async () => {
  const { files, sync, stands } = place();
  files.set("a.txt", "one").set("b.txt", "two");
  await sync();
  files.delete("a.txt");
  files.set("a.bak", "one");
  const { acts, counts, details } = await sync();
  expect(acts).toEqual(["deleted a.txt", "refused a.bak"]);
  expect(details.get("a.txt")).toBe("its file is a.bak now, which the server doesn't take: no such kind");
  expect([counts.failed, counts.kept]).toEqual([0, 0]);
  expect(stands()).toEqual({ "t/b.txt": "two" });
  expect((await sync()).acts).toEqual(["refused a.bak"]);
  files.delete("a.bak");
  files.set("a.txt", "one");
  expect((await sync()).acts).toEqual(["created a.txt"]);
});

test("bytes that a file of another kind still has stay, under that file's name", async () => {
  const { files, sync, stands } = place();
  files.set("a.txt", "one");
  await sync();
  files.delete("a.txt");
  files.set("a.bak", "one").set("c.txt", "one");
  expect((await sync()).acts).toEqual(["linked c.txt", "refused a.bak"]);
  expect(stands()).toEqual({ "t/c.txt": "one" });
});

test("the limit of deletions counts files that were renamed to a refused kind", async () => {
  const { files, sync, stands } = place();
  for (const n of [1, 2, 3, 4]) files.set(`${n}.txt`, `content ${n}`);
  await sync();
  for (const n of [1, 2, 3]) {
    files.delete(`${n}.txt`);
    files.set(`${n}.bak`, `content ${n}`);
  }
  for (let n = 0; n < 2; n += 1) {
    const { counts } = await sync(0.2);
    expect([counts.kept, counts.deleted, counts.refused]).toEqual([3, 0, 3]);
    expect(Object.keys(stands())).toHaveLength(4);
  }
});

test("a file whose new content the server refuses keeps the version before it, and the log says so", async () => {
  const { files, sync, stands } = place();
  files.set("a.txt", "one");
  await sync();
  files.set("a.txt", "");
  const { acts, details } = await sync();
  expect(acts).toEqual(["refused a.txt"]);
  expect(details.get("a.txt")).toBe("The file is empty. The theme keeps the version before it.");
  expect(stands()).toEqual({ "t/a.txt": "one" });
});
