/** A file of a source. */
export type SourceFile = {
  /** Below the source's root, with `/` between folders: the same in every run. */
  path: string;
  bytes: number;
  /** Changes whenever the bytes may have changed: an ETag, or times and size. */
  fingerprint: string;
  /** Why it cannot be named to the server, so that it is told and not read. */
  unnamed?: string;
};

/** Where documents come from. One file per kind in `sources/`, listed in `sources/open.ts`. */
export type Source = {
  /** Its address without credentials, for the log and as the name of its state. */
  address: string;
  /** The beginning of its documents' names, if the caller gives none. */
  name: string;
  /** Every file. @throws Error if the list is not complete: half a list would delete the other half */
  list(): AsyncIterable<SourceFile>;
  /** @throws FileGoneError if it is there no longer; Error if it is longer than `mostBytes` */
  read(path: string, mostBytes: number): Promise<Buffer>;
};

/** The file was listed and has been removed since. */
export class FileGoneError extends Error {}

/** The bytes of a stream. @throws Error as soon as it is longer than `mostBytes` */
export async function collect(stream: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`the file is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A file that is there, and whose name's bytes are no text. */
export const withoutName = (path: string): SourceFile => ({
  path,
  bytes: 0,
  fingerprint: "",
  unnamed: "Its name is not in UTF-8. Rename it.",
});

/** Files that no person wrote: of the system, and locks of Word. */
export function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part.startsWith("~$"));
}
