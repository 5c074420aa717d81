/** Connection ended, refused or not yet possible: PostgreSQL's class 08 and its codes for shutdown, crash and recovery. */
const lostState = /^(?:08[0-9A-Z]{3}|57P0[1-3])$/;
/** The same as sockets report it, one of the file system if it is missing; pg's own errors have no code. */
const lostSocket =
  /^(?:connect (?:ECONNREFUSED|ENOENT|ECONNRESET|EAGAIN)|(?:read|write) (?:ECONNRESET|EPIPE))$/;
const lostMessage = /^Connection terminated|^Client has encountered a connection error/;
/** Disk full, input/output error. */
const unwritable = new Set(["53100", "58030"]);

/**
 * Why the database could not read or save, as a sentence; null for every other error. A commit whose connection ended may
 * or may not have happened. A statement that failed alone was rolled back.
 */
export function storageReason(error: Error): string | null {
  const { code = "", severity, syscall } = error as { code?: string; severity?: string; syscall?: string };
  const isLost =
    lostState.test(code) ||
    lostMessage.test(error.message) ||
    // a bucket's client adds its own field to the same errors
    (lostSocket.test(`${syscall} ${code}`) && !("$metadata" in error)) ||
    // the server ends all connections after a panic
    severity === "FATAL" ||
    severity === "PANIC";
  if (isLost)
    return "The database does not respond. If you were saving something, check whether it was saved, then try again.";
  return unwritable.has(code)
    ? "The database could not save this. Nothing was changed. Try again later."
    : null;
}
