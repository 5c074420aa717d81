import { Readable } from "node:stream";
import {
  maximumFileBytes,
  refusalOfName,
  tooLargeMessage,
  wrongTypeMessageOf,
} from "#contract/knowledge/documents.ts";
import type { ErrorCode } from "#contract/kernel/errors.ts";
import { mediaTypes } from "#contract/kernel/media-types.ts";
import type { Call } from "#server/http/route.ts";
import { brokenOff, type SentFile } from "#server/http/sent-files.ts";
import { sniff } from "#reading/extract/sniff.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { FileTooLargeError, type Files, type StoredFile } from "#server/platform/files/files.ts";

export type Refused = { name: string; error: string; code: ErrorCode };
export type Received = { name: string; file: StoredFile; fileType: string } | Refused;
type Taken = {
  /** The company has further formats read. */
  moreFormats: boolean;
  /** Nothing follows the file, so the rest of one that is too long is not read. */
  isAlone?: boolean;
  /** The only names that are taken, and what is said of others. */
  only?: { names: RegExp; otherwise: string };
};

const headBytes = 4096;
const longestName = 255;
/**
 * Accepts one file of an upload: checks its name, detects its type from its first bytes, and streams it to the store.
 */
export async function receiveFile(
  part: SentFile,
  files: Files,
  { moreFormats, isAlone = false, only }: Taken,
): Promise<Received> {
  const name = baseName(part.filename ?? "");
  const refuse = (error: string, code: ErrorCode = "invalid"): Received => {
    part.file.resume();
    return { name: name.slice(0, longestName) || "(no name)", error, code };
  };
  if (name === "") return refuse("The file has no name. Give it one and upload it again.");
  if (name.length > longestName)
    return refuse(`The file name is longer than ${longestName} characters. Shorten it and upload it again.`);
  const isOther = only?.names.test(name) === false;
  const wrongName = isOther ? only.otherwise : refusalOfName(name, moreFormats);
  if (wrongName !== null) return refuse(wrongName, "unsupported_type");
  const { head, rest, drain } = await peek(part.file, headBytes).catch((error: unknown) => {
    throw brokenOff(error);
  });
  if (head.length === 0) return refuse("The file is empty.");
  const { kind } = sniff(head, name);
  if (kind === null) {
    await drain();
    return { name, error: only?.otherwise ?? wrongTypeMessageOf(moreFormats), code: "unsupported_type" };
  }
  if (isAlone)
    part.file.once("limit", () => part.file.destroy(new FileTooLargeError("longer than the limit")));
  try {
    return { name, file: await files.store(rest, maximumFileBytes), fileType: mediaTypes[kind] };
  } catch (error) {
    const isTooLarge = error instanceof FileTooLargeError || part.file.truncated;
    if (part.file.errored !== null && !(isAlone && isTooLarge)) throw brokenOff(part.file.errored);
    if (part.file.errored === null) await drain();
    if (isTooLarge) return { name, error: tooLargeMessage, code: "too_large" };
    if (isStorageFault(error))
      return {
        name,
        error: "The file could not be stored just now. Nothing was saved; try again later.",
        code: "unavailable",
      };
    throw error;
  }
}

/** The one file of a form. @throws AppError invalid without a file, with a second one or in a wrong field */
export async function receiveOne(
  call: Call,
  files: Files,
  { field, ...taken }: Taken & { field: string },
): Promise<Received> {
  let received: Received | null = null;
  try {
    for await (const part of call.files()) {
      if (received !== null) throw invalid(field, "Send one file in a call. Nothing was changed.");
      received = await receiveFile(part, files, { ...taken, isAlone: true });
      if ("error" in received) return received;
    }
  } catch (error) {
    if (received !== null && "file" in received) await files.remove(received.file.key);
    throw error;
  }
  if (received === null) throw invalid(field, `No file was sent. Send one in the field “${field}”.`);
  return received;
}

/** The refusal of a call's one file, at its field. Only one that is too long has a status of its own. */
export function refusedFile({ error, code }: Refused): AppError {
  return new AppError(code === "too_large" ? code : "invalid", error, { fields: { files: error } });
}

/** How browsers encode a quotation mark in a form's file name (WHATWG HTML, 4.10.22.7). */
const quotationMark = /%22/g;

/** The last part of any path a browser or script sent, without characters that are invisible or reverse the text. */
function baseName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1)?.replace(quotationMark, '"') ?? "";
  const name = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim();
  return name === "." || name === ".." ? "" : name.normalize("NFC");
}

/**
 * The first bytes of a stream, a stream that starts with them again, and a way to drain the rest: after manual reads,
 * `resume` has no effect, and the form's next parts would never arrive.
 */
async function peek(
  stream: Readable,
  wanted: number,
): Promise<{ head: Buffer; rest: Readable; drain(): Promise<void> }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  while (size < wanted) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(chunks);
  async function* all(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  const drain = async () => {
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next());
    } catch (error) {
      throw brokenOff(error);
    }
  };
  return { head: head.subarray(0, wanted), rest: Readable.from(all()), drain };
}

/** ENOENT: a disk that is not mounted, and what Node reports when a folder could not be made. */
function isStorageFault(error: unknown): boolean {
  return ["ENOSPC", "EIO", "ENOENT", "EDQUOT", "EROFS", "EMFILE", "ENFILE"].includes(
    (error as NodeJS.ErrnoException).code ?? "",
  );
}
