import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBucketServer } from "#testing/bucket-server.ts";
import { FileTooLargeError, type Files } from "./files.ts";
import { openFiles } from "./open.ts";

const folder = mkdtempSync(join(tmpdir(), "footnote-files-"));
const adapters: Record<string, Files> = {};
let bucket: Awaited<ReturnType<typeof startBucketServer>>;

beforeAll(async () => {
  bucket = await startBucketServer();
  process.env.AWS_ACCESS_KEY_ID = "test";
  process.env.AWS_SECRET_ACCESS_KEY = "test";
  adapters.folder = openFiles({ filesUrl: `file:${folder}`, dataDir: folder });
  adapters.bucket = openFiles({
    filesUrl: `s3://policies/files?endpoint=${encodeURIComponent(bucket.url)}`,
    dataDir: folder,
  });
});
afterAll(async () => {
  for (const files of Object.values(adapters)) await files.close();
  await bucket.close();
  rmSync(folder, { recursive: true });
});

// one suite over every adapter of the port
describe.each(["folder", "bucket"])("files in a %s", (name) => {
  const open = () => adapters[name] as Files;

  test("come back byte for byte, with their size and hash", async () => {
    const bytes = randomBytes(300_000);
    const stored = await open().store(
      Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]),
      1_000_000,
    );
    expect(stored).toMatchObject({
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect((await buffer(await open().read(stored.key))).equals(bytes)).toBe(true);
  });

  test("get a fresh key each time, however often the same bytes come", async () => {
    const keys = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await open().store(Readable.from([Buffer.from("same")]), 100)).key,
      ),
    );
    expect(new Set(keys).size).toBe(5);
  });

  test("that are longer than allowed are refused while they arrive, and nothing is stored", async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536, 1);
      })(),
    );
    await expect(open().store(endless, 200_000)).rejects.toBeInstanceOf(FileTooLargeError);
    if (name === "folder") expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("are gone after removal, and removing twice succeeds", async () => {
    const { key } = await open().store(Readable.from([Buffer.from("short-lived")]), 100);
    await open().remove(key);
    await open().remove(key);
    await expect(open().read(key)).rejects.toThrow();
  });

  test("are listed by storage time", async () => {
    const { key } = await open().store(Readable.from([Buffer.from("listed")]), 100);
    const keys = async (before: Date) => {
      const all: string[] = [];
      for await (const some of open().list(before)) all.push(...some);
      return all;
    };
    expect(await keys(new Date(Date.now() + 60_000))).toContain(key);
    expect(await keys(new Date(Date.now() - 60_000))).toEqual([]);
  });
});

test("a key from outside is never used as a path", async () => {
  for (const key of ["../../etc/passwd", "/etc/passwd", "ab/../../x", ""])
    await expect((adapters.folder as Files).read(key)).rejects.toThrow("not a file key");
});
