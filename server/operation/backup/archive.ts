import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { BackupError } from "./manifest.ts";
import { openBucket } from "#server/platform/files/bucket.ts";

/** Where a backup is stored: a folder or a bucket. The program makes the names; they contain no `..`. */
export type Archive = {
  /** Resolves once the bytes are durable; refuses a name that is taken. */
  write(name: string, bytes: Readable): Promise<void>;
  read(name: string): Promise<Readable>;
  has(name: string): Promise<boolean>;
  /** As a person would write it. */
  describe: string;
};

/** @param url a folder, `file:` and a folder, or `s3://bucket/prefix?endpoint=…` as in FILES_URL */
export function openArchive(url: string): Archive {
  return url.startsWith("s3://")
    ? bucketArchive(new URL(url))
    : folderArchive(resolve(url.replace(/^file:(\/\/(?=\/))?/, "")));
}

/** The address of one backup in a folder or bucket that holds many. */
export function below(url: string, name: string): string {
  if (!url.startsWith("s3://")) return join(url, name);
  const inside = new URL(url);
  inside.pathname = `${inside.pathname.replace(/\/$/, "")}/${name}`;
  return inside.href;
}

/** @throws BackupError naming the part, whatever keeps it from being read */
export async function readingPart<T>(archive: Archive, name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `The part ${name} of the backup in ${archive.describe} is damaged and cannot be read. Nothing was changed. Use another backup, or another copy of this one.`,
      { cause: error },
    );
  }
}

function folderArchive(folder: string): Archive {
  return {
    describe: folder,
    async write(name, bytes) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.part`;
      await pipeline(bytes, createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }));
      await rename(draft, path);
      const handle = await open(dirname(path), "r");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async read(name) {
      const path = join(folder, name);
      if (!(await isThere(path))) throw new BackupError(`The backup in ${folder} lacks ${name}.`);
      return createReadStream(path);
    },
    has: (name) => isThere(join(folder, name)),
  };
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function bucketArchive(url: URL): Archive {
  const { client, bucket, nameOf } = openBucket(url);
  return {
    describe: `s3://${bucket}/${nameOf("")}`,
    async write(name, bytes) {
      await new Upload({ client, params: { Bucket: bucket, Key: nameOf(name), Body: bytes } }).done();
    },
    async read(name) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: nameOf(name) }));
      if (!(Body instanceof Readable)) throw new BackupError(`The bucket answered ${name} without a body.`);
      return Body;
    },
    has: (name) =>
      client.send(new HeadObjectCommand({ Bucket: bucket, Key: nameOf(name) })).then(
        () => true,
        () => false,
      ),
  };
}
