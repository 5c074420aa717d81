import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { FileTooLargeError } from "./files.ts";

/** Counts and hashes the passing bytes, and ends the stream with FileTooLargeError past the limit. */
export function measure(maximum: number): Transform & { result(): { size: number; sha256: string } } {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maximum) return done(new FileTooLargeError(`longer than ${maximum} bytes`));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return Object.assign(stream, { result: () => ({ size, sha256: hash.digest("hex") }) });
}
