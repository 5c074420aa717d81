import { fromBuffer, type Entry, type ZipFile } from "yauzl";

import { Unreadable } from "../reading.ts";

/** A real document's zip has tens of parts, one with many pictures some hundreds. */
const MAX_ENTRIES = 2_000;
/** The largest part of 30 real documents, a book of 872 pages, inflates to 5.3 MB; bombs begin at 60. */
const MAX_INFLATED_BYTES = 48 * 1024 * 1024;
/** Word's XML compresses 5 to 30 times (measured); a large part that compresses more is a bomb. */
const MAX_RATIO = 120;
const RATIO_FROM_BYTES = 12 * 1024 * 1024;

export type Zip = {
  names: string[];
  /** Inflated bytes of a part, chunk by chunk; every byte is counted, because the header's size isn't trusted. */
  read: (name: string) => AsyncGenerator<Uint8Array>;
  /** Requested parts that turned out damaged. */
  unread: string[];
};

/** Opens a zip held in memory. Throws `Unreadable` if it is damaged or has too many parts. */
export async function openZip(bytes: Uint8Array): Promise<Zip> {
  const file = await open(bytes);
  const entries = await listEntries(file);
  let total = 0;
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name);
    if (entry === undefined) return;
    let size = 0;
    try {
      for await (const chunk of await openEntry(file, entry)) {
        const piece: Uint8Array = chunk;
        size += piece.length;
        total += piece.length;
        const ratio = size / Math.max(entry.compressedSize, 1);
        if (total > MAX_INFLATED_BYTES || (size > RATIO_FROM_BYTES && ratio > MAX_RATIO))
          throw tooLarge(name);
        yield piece;
      }
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      throw new Unreadable(
        "damaged",
        `The part ${name} of this file is damaged. Open it in the program that made it, save it again and upload it.`,
      );
    }
  }
  return { names: [...entries.keys()], read, unread: [] };
}

/** The names of a zip's parts, or null if it has no readable directory. */
export async function readNames(bytes: Uint8Array): Promise<string[] | null> {
  try {
    return [...(await listEntries(await open(bytes))).keys()];
  } catch (error) {
    // Too many parts: still a zip, and the reader will report the limit.
    return error instanceof Unreadable && error.failure.reason === "limit" ? ["[Content_Types].xml"] : null;
  }
}

function open(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    // Names stay bytes: yauzl would throw on `../`, but a part that is never opened does no harm.
    fromBuffer(
      buffer,
      { lazyEntries: true, decodeStrings: false, validateEntrySizes: false },
      (error, file) => {
        if (error !== null || file === undefined) reject(damaged());
        else resolve(file);
      },
    );
  });
}

function listEntries(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    file.on("entry", (entry: Entry) => {
      const name = nameOf(entry);
      // Of two parts with the same name the first counts, as in Word.
      if (!entries.has(name)) entries.set(name, entry);
      if (entries.size > MAX_ENTRIES)
        reject(
          new Unreadable(
            "limit",
            `This file has more than ${MAX_ENTRIES} parts, which no document needs. Save it again in the program that made it and upload it.`,
          ),
        );
      else file.readEntry();
    });
    file.on("end", () => resolve(entries));
    file.on("error", () => reject(damaged()));
    file.readEntry();
  });
}

function nameOf(entry: Entry): string {
  const name: unknown = entry.fileName;
  const text = Buffer.isBuffer(name) ? name.toString("utf8") : String(name);
  return text.replaceAll("\\", "/").replace(/^\//, "");
}

function openEntry(file: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (error !== null || stream === undefined) reject(error ?? damaged());
      else resolve(stream);
    });
  });
}

const damaged = () =>
  new Unreadable(
    "damaged",
    "This file is damaged: it is cut off or not a complete Office document. Upload it again from the original.",
  );

const tooLarge = (name: string) =>
  new Unreadable(
    "limit",
    `The part ${name} of this file unpacks to far more than a document needs. Save it again in the program that made it, or split it.`,
  );
