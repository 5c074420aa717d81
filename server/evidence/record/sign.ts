import { systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Services, VerbServices } from "#server/kernel/services.ts";
import { AppError } from "#server/platform/errors.ts";
import { insertHead, newestHead, unsignedLogs, type HeadRow } from "./head-store.ts";
import { signingKey } from "./signing-key.ts";
import { signNote } from "./note.ts";
import { MissingHashError } from "#server/platform/log/tree.ts";
import { rootOf, sizeOf } from "#server/kernel/log-store.ts";

/** The log no longer begins with the part signed before: it isn't signed, and proves nothing. */
export class LogBrokenError extends AppError {
  constructor() {
    super(
      "conflict",
      "This record was altered: it no longer begins with the part that was signed. Nothing can be proved from it. Contact the operator of the installation, and keep every head and bundle you have.",
    );
  }
}

/** The log's name in its heads. Clients compare it as a whole, so it must stay as long as the address does. */
export function originOf(services: Pick<Services, "config">, stream: number): string {
  return `${new URL(services.config.publicUrl).host}/record/${stream}`;
}

/**
 * Signs the log's current state; returns the newest head if the log hasn't grown since.
 * @throws LogBrokenError, KeyLostError
 */
export async function signHead(ctx: Context, stream: number): Promise<HeadRow> {
  const newest = await newestHead(ctx, stream);
  const size = await sizeOf(ctx, stream);
  if (newest !== null) {
    const isStill = newest.size <= size && (await rootOrNull(ctx, newest))?.equals(newest.root) === true;
    if (!isStill) throw new LogBrokenError();
    if (newest.size === size) return newest;
  }
  const root = await rootOrNull(ctx, { stream, size });
  if (root === null) throw new LogBrokenError();
  const key = await signingKey(ctx);
  const note = signNote({ origin: originOf(ctx.services, stream), size, root }, key);
  return insertHead(ctx, { stream, size, root, note, public_key: key.publicKey });
}

/** null if a stored hash is missing. */
async function rootOrNull(
  ctx: Context,
  { stream, size }: Pick<HeadRow, "stream" | "size">,
): Promise<Buffer | null> {
  try {
    return await rootOf(ctx, stream, size);
  } catch (error) {
    if (error instanceof MissingHashError) return null;
    throw error;
  }
}

/** Signs every log that grew, each in its own transaction. Returns the broken ones. */
export async function signGrownLogs(services: VerbServices): Promise<number[]> {
  const system = systemCaller(services, "sign-heads");
  const broken: number[] = [];
  for (const stream of await system.transact(unsignedLogs)) {
    try {
      await system.transact((ctx) => signHead(ctx, stream));
    } catch (error) {
      if (!(error instanceof LogBrokenError)) throw error;
      broken.push(stream);
    }
  }
  return broken;
}
