import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

export type StoredFile = { key: string; size: number; sha256: string };

/** Storage for uploaded bytes. Keys are generated here, never from a user's file name; bytes are never overwritten. */
export type Files = {
  /**
   * Stores a stream under a fresh key; resolves once the bytes are safe on disk (fsync) or in the bucket.
   * @param key of a file to restore
   * @throws FileTooLargeError if the stream is longer than `maximum` bytes; nothing is stored then
   */
  store(stream: Readable, maximum: number, key?: string): Promise<StoredFile>;
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys stored before this moment, a few hundred at a time, in no particular order. */
  list(before: Date): AsyncIterable<string[]>;
  close(): Promise<void>;
};

export class FileTooLargeError extends Error {}

/** Starts with two characters as a folder, so that no folder holds all files. */
export function newFileKey(): string {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}`;
}
