import { ConfigError } from "./config/config-error.ts";
import { FolderHeldError } from "./platform/database/lock.ts";
import { DatabaseRefusedError } from "./platform/database/refused.ts";

/** What keeps a database from being reached or entered: node's codes, and PostgreSQL's classes 08, 28, 3D, 53 and 57. */
const unreachable = /^(?:E[A-Z]{3,}|(?:08|28|3D|53|57)[0-9A-Z]{3})$/;

/** An operator's mistake becomes a sentence; anything else keeps its stack trace, for debugging. */
export function startupFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (
    error instanceof ConfigError ||
    error instanceof FolderHeldError ||
    error instanceof DatabaseRefusedError
  )
    return error.message;
  // only pg's errors carry one in addition to the message of the server or the socket
  const { code, address, severity } = error as { code?: unknown; address?: unknown; severity?: unknown };
  const isOfDatabase = typeof severity === "string" || typeof address === "string";
  if (isOfDatabase && typeof code === "string" && unreachable.test(code))
    return `The database refuses the program's login: ${error.message}. Check DATABASE_URL; npm run doctor tries every part.`;
  return error.stack ?? error.message;
}
