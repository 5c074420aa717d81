import { createHash } from "node:crypto";
import { pipeline, Transform, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import type { CallSpec } from "#contract/kernel/endpoint.ts";
import { AppError } from "#server/platform/errors.ts";

/** A file of a form; `truncated` at the size limit of the form's parser. */
export type SentFile = { filename: string; file: Readable & { truncated: boolean } };

type Uploads = NonNullable<CallSpec["uploads"]>;

/** A form's own lines, and the names of its files. */
const formBytes = 64 * 1024;

/** Of a whole form. One file more than may be sent is let in: it has a sentence of its own. */
const longestForm = ({ most, mostBytes }: Uploads) => (most === 1 ? 1 : most + 1) * mostBytes + formBytes;

function tooLong(uploads: Uploads, outcome: string): AppError {
  const megabytes = Math.floor(longestForm(uploads) / 1024 ** 2);
  const sentence = `The upload is larger than ${megabytes} MB. ${outcome}`;
  return new AppError("too_large", sentence, { fields: { [uploads.field]: sentence } });
}

/** Before the first byte is read. @throws AppError too_large */
export function checkLength(uploads: Uploads, { headers }: FastifyRequest): void {
  if (Number(headers["content-length"] ?? 0) > longestForm(uploads))
    throw tooLong(uploads, "Nothing was taken.");
}

/** Ends a form that stated no length, and does not end, where one that stated its length is refused. */
function endEndless({ raw }: FastifyRequest, uploads: Uploads): void {
  let left = longestForm(uploads);
  raw.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    // what reads the form ends as with any fault of its request
    if (left < 0) raw.emit("error", tooLong(uploads, "Its rest was not read."));
  });
}

/**
 * The files of a multipart form, one after the other: each must be read, or drained, before the next arrives.
 * @throws AppError invalid at a part that the call does not take: what it says would be lost
 */
export async function* sentFiles(
  request: FastifyRequest,
  uploads: Uploads | undefined,
): AsyncGenerator<SentFile> {
  try {
    if (uploads !== undefined) endEndless(request, uploads);
    for await (const part of request.parts()) {
      if (part.type !== "file" || part.fieldname !== uploads?.field) throw misplaced(part, uploads);
      yield part;
    }
  } catch (error) {
    throw isFastifyError(error) ? error : brokenOff(error);
  }
}

/** Files as they pass, and the digest of the names and bytes that have. */
export function digested(files: () => AsyncGenerator<SentFile>): {
  files(): AsyncGenerator<SentFile>;
  digest(): string;
} {
  const hash = createHash("sha256");
  return {
    async *files() {
      for await (const { filename, file } of files()) {
        hash.update(`${JSON.stringify(filename)}\n`);
        const passing = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            hash.update(chunk);
            done(null, chunk);
          },
        });
        // a failure destroys both, so the reader gets it
        pipeline(file, passing, () => undefined);
        const through = Object.defineProperty(passing, "truncated", { get: () => file.truncated });
        yield { filename, file: through as Transform & { truncated: boolean } };
      }
    },
    digest: () => hash.digest("hex"),
  };
}

/** The digest of files that nobody else reads. */
export async function digestOf(files: () => AsyncGenerator<SentFile>): Promise<string> {
  const sent = digested(files);
  for await (const { file } of sent.files()) await finished(file.resume());
  return sent.digest();
}

function misplaced(
  { fieldname, type }: { fieldname: string; type: "file" | "field" },
  uploads: Uploads | undefined,
): AppError {
  const what = type === "file" ? "a file" : "text";
  const files = uploads?.most === 1 ? "one file" : "files";
  const sentence = `The form has ${what} in the field “${fieldname}”. This call takes ${files} in the field “${uploads?.field}” and nothing else. It was not stored.`;
  return new AppError("invalid", sentence, { fields: { [fieldname]: sentence } });
}

/** The form was cut off: nothing of the file is kept. Its parser throws plain errors for truncated parts and invalid headers. */
export function brokenOff(by: unknown): AppError {
  if (by instanceof AppError) return by;
  return new AppError("invalid", "The upload was interrupted before it was complete. Upload it again.");
}

/** Has its own status, such as 413 for too many parts (server/operation/start/app.ts words it). */
function isFastifyError(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error;
}
