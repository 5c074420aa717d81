import { BackupError } from "#server/operation/backup/manifest.ts";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { FolderHeldError } from "#server/platform/database/lock.ts";
import { AppError } from "#server/platform/errors.ts";
import { SearchError } from "#server/platform/opensearch.ts";
import { DatabaseRefusedError } from "#server/platform/database/refused.ts";

/** An operator's mistake becomes a sentence where it is met; anything else keeps its stack trace, for debugging. */
export function startupFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const kinds = [ConfigError, FolderHeldError, DatabaseRefusedError, BackupError, AppError, SearchError];
  const isSentence = kinds.some((kind) => error instanceof kind);
  return isSentence ? error.message : (error.stack ?? error.message);
}
