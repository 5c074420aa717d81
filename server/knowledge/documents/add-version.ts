import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { announceDocument } from "./announce.ts";
import type { Received } from "./receive.ts";
import type { DocumentRow } from "./shared-store.ts";
import { identifyDocument } from "./store.ts";
import { findDuplicate, insertVersion, storedBytes } from "./version-store.ts";

export type Stored = Extract<Received, { file: unknown }>;

/** Removes bytes without a row; not after an error, when the row may or may not have been written. */
export async function keepOrRemove<Outcome extends object>(
  caller: Caller,
  received: Stored,
  work: Promise<{ outcome: Outcome; isKept: boolean }>,
): Promise<Outcome> {
  const remove = () => caller.services.files.remove(received.file.key);
  try {
    const { outcome, isKept } = await work;
    if (!isKept) await remove();
    return outcome;
  } catch (error) {
    if (error instanceof AppError) await remove();
    throw error;
  }
}

/** @throws AppError conflict if another document of the theme has these bytes */
export async function replaceWith(
  ctx: Context,
  document: Allowed<DocumentRow, "replace">,
  stored: Stored,
  externalId = document.external_id,
): Promise<void> {
  const { company_id, theme_id, id } = document;
  const twin = await findDuplicate(ctx, { company_id, id: theme_id }, stored.file.sha256);
  if (twin !== null) throw new AppError("conflict", alreadyAs(twin));
  await identifyDocument(ctx, document, { name: stored.name, external_id: externalId });
  await addVersion(ctx, document, document.version + 1, stored);
  ctx.audit({
    action: "document.replace",
    target: { type: "document", id },
    company: company_id,
    before: {
      version: document.version,
      sha256: document.sha256,
      name: document.name,
      externalId: document.external_id,
    },
    after: {
      version: document.version + 1,
      sha256: stored.file.sha256,
      name: stored.name,
      externalId,
    },
  });
}

export function alreadyAs({ name, external_id }: { name: string; external_id: string | null }): string {
  const known = external_id === null || external_id === name ? "" : ` (externalId '${external_id}')`;
  return `This file is already in the theme, as '${name}'${known}.`;
}

export async function addVersion(
  ctx: Context,
  document: { company_id: number; id: number; theme_id: number },
  version: number,
  received: Pick<Stored, "file" | "fileType">,
): Promise<void> {
  const { storageBytesPerCompany } = ctx.services.config;
  if ((await storedBytes(ctx, document.company_id)) + received.file.size > storageBytesPerCompany)
    throw new AppError(
      "limit_exceeded",
      "Your company's storage is full, and this file was not kept. Past versions count too, since answers cite them. Ask the operator of this installation for more storage.",
      { isRecorded: true },
    );
  const versionId = await insertVersion(ctx, document, version, {
    file_key: received.file.key,
    file_type: received.fileType,
    file_size: received.file.size,
    sha256: received.file.sha256,
    uploaded_by: personOf(ctx).id,
  });
  await ctx.enqueue("read-document", { companyId: document.company_id, versionId });
  await announceDocument(ctx, { ...document, document_id: document.id }, { status: "processing" });
}

/**
 * Queue limit for one company's unread documents. Its turns in the queue are counted only up to this number; more would
 * fill the disk long before anyone could ask about them.
 */
const mostWaiting = 1_000;

/** @throws AppError limit_exceeded */
export async function checkWaiting(ctx: Context, companyId: number): Promise<void> {
  const { queue, config } = ctx.services;
  const most = Math.max(1, Math.round(mostWaiting * config.limitFactor));
  if ((await queue.waiting(ctx.db, "read-document", companyId, most)) < most) return;
  throw new AppError(
    "limit_exceeded",
    `${most.toLocaleString("en")} documents of your company are waiting to be read. Nothing was uploaded; add more once some are ready.`,
    { retryAfterSeconds: 60 },
  );
}
