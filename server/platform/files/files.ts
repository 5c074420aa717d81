import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

export type StoredFile = { key: string; size: number; sha256: string };

/** Where uploaded bytes rest. Keys are made here, never from a person's file name; bytes are never overwritten. */
export type Files = {
  /**
   * Stores a stream under a fresh key; resolves when the bytes are safe on disk (fsync) or in the bucket.
   * @param key of a file that is restored
   * @throws FileTooLargeError when the stream is longer than `maximum` bytes; nothing is kept then
   */
  store(stream: Readable, maximum: number, key?: string): Promise<StoredFile>;
  read(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys of what was stored before this moment, a few hundred at a time, in no order. */
  list(before: Date): AsyncIterable<string[]>;
  close(): Promise<void>;
};

export class FileTooLargeError extends Error {}

/** Two letters of its own first, so that no folder holds all files. */
export function newFileKey(): string {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}`;
}
