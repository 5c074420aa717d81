import type { FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { AppError } from "#server/platform/errors.ts";

/** A file of a form; `truncated` at the size limit of the form's parser. */
export type SentFile = { filename: string; file: Readable & { truncated: boolean } };

/** The files of a multipart form, one after the other: each must be read, or drained, before the next arrives. */
export async function* sentFiles(request: FastifyRequest): AsyncGenerator<SentFile> {
  if (!request.isMultipart())
    throw new AppError("unsupported_type", "Send the files as multipart form data, in fields named 'files'.");
  try {
    for await (const part of request.parts()) if (part.type === "file") yield part;
  } catch (error) {
    // the form parser throws plain errors for truncated parts and invalid headers
    throw error instanceof AppError || isFastifyError(error) ? error : brokenOff();
  }
}

/** The form was cut off: nothing of the file is kept. */
export function brokenOff(): AppError {
  return new AppError("invalid", "The upload was interrupted before it was complete. Upload it again.");
}

/** Has its own status, such as 413 for too many parts (server/operation/start/app.ts words it). */
function isFastifyError(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error;
}
