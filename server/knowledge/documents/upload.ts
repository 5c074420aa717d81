import { maximumFiles } from "#contract/knowledge/documents.ts";
import type {
  replaceDocument as replaceContract,
  uploadDocuments as contract,
} from "#contract/knowledge/documents.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { personOf } from "#server/kernel/context.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Call } from "#server/http/route.ts";
import { allow as allowTheme } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { announceDocument } from "./announce.ts";
import { allow } from "./policy.ts";
import { presentDocument } from "./present.ts";
import { receiveFile } from "./receive.ts";
import type { Received } from "./receive.ts";
import { insertDocument, renameDocument, waitTurn } from "./store.ts";
import { getDocument } from "./shared-store.ts";
import { findDuplicate, insertVersion, storedBytes } from "./version-store.ts";

type Stored = Extract<Received, { file: unknown }>;

/** Responds once each file is safe on disk and in the database; reading continues in the background. */
export async function uploadDocuments(
  caller: Caller,
  { id }: { id: number },
  { files }: Call,
): Promise<Result<typeof contract>> {
  await caller.transact(async (ctx) => {
    const theme = allowTheme(ctx, "upload", await getTheme(ctx, id));
    await checkWaiting(ctx, theme.company_id);
  });
  const errors: { originalName: string; error: string }[] = [];
  const ids: number[] = [];
  let total = 0;
  for await (const part of files()) {
    total += 1;
    if (total > maximumFiles) {
      part.file.resume();
      errors.push({
        originalName: part.filename,
        error: `Up to ${maximumFiles} files at once. Upload this one with the next batch.`,
      });
      continue;
    }
    const received = await receiveFile(part, caller.services.files);
    const result = "error" in received ? received : await register(caller, id, received);
    if ("error" in result) errors.push({ originalName: result.name, error: result.error });
    else ids.push(result.id);
  }
  if (total === 0)
    throw new AppError("invalid", "No file was sent. Choose at least one.", {
      fields: { files: "Choose at least one file." },
    });
  const documents = await caller.transact((ctx) =>
    Promise.all(ids.map(async (documentId) => presentDocument(await getDocument(ctx, documentId)))),
  );
  return { uploadedCount: ids.length, totalCount: total, errors, documents };
}

async function register(
  caller: Caller,
  themeId: number,
  received: Stored,
): Promise<{ id: number } | { name: string; error: string }> {
  const work = caller.transact(async (ctx) => {
    const theme = allowTheme(ctx, "upload", await getTheme(ctx, themeId));
    await waitTurn(ctx, theme);
    const twin = await findDuplicate(ctx, theme, received.file.sha256);
    if (twin !== null)
      return { name: received.name, error: `This file is already in the theme, as '${twin.name}'.` };
    const id = await insertDocument(ctx, theme, received.name);
    await addVersion(ctx, { company_id: theme.company_id, id, theme_id: theme.id }, 1, received);
    ctx.audit({
      action: "document.upload",
      target: { type: "document", id },
      company: theme.company_id,
      after: { name: received.name, themeId, sha256: received.file.sha256, size: received.file.size },
    });
    return { id };
  });
  try {
    return await keepOrRemove(caller, received, work);
  } catch (error) {
    // a full store affects only this file; others in the upload may be smaller
    if (error instanceof AppError && error.code === "limit_exceeded")
      return { name: received.name, error: error.message };
    throw error;
  }
}

/** Removes bytes without a row; not after an error, when the row may or may not have been written. */
async function keepOrRemove<Outcome extends object>(
  caller: Caller,
  received: Stored,
  work: Promise<Outcome>,
): Promise<Outcome> {
  const remove = () => caller.services.files.remove(received.file.key);
  try {
    const outcome = await work;
    if ("error" in outcome) await remove();
    return outcome;
  } catch (error) {
    if (error instanceof AppError) await remove();
    throw error;
  }
}

export async function replaceDocument(
  caller: Caller,
  { id }: { id: number },
  { files }: Call,
): Promise<Result<typeof replaceContract>> {
  await caller.transact(async (ctx) => allow(ctx, "replace", await getDocument(ctx, id)));
  let received: Received | null = null;
  for await (const part of files()) {
    if (received === null) received = await receiveFile(part, caller.services.files);
    else part.file.resume();
  }
  if (received === null)
    throw new AppError("invalid", "No file was sent. Choose one.", { fields: { files: "Choose a file." } });
  if ("error" in received)
    throw new AppError("invalid", received.error, { fields: { files: received.error } });
  const stored: Stored = received;
  const work = caller.transact(async (ctx) => {
    const { company_id, theme_id } = await getDocument(ctx, id);
    await waitTurn(ctx, { company_id, id: theme_id });
    const document = allow(ctx, "replace", await getDocument(ctx, id));
    if (document.sha256 === stored.file.sha256)
      throw new AppError("conflict", "This is the same file as the current version.");
    const twin = await findDuplicate(ctx, { company_id, id: theme_id }, stored.file.sha256);
    if (twin !== null)
      throw new AppError("conflict", `This file is already in the theme, as '${twin.name}'.`);
    await renameDocument(ctx, document, stored.name);
    await addVersion(ctx, document, document.version + 1, stored);
    ctx.audit({
      action: "document.replace",
      target: { type: "document", id },
      company: document.company_id,
      before: { version: document.version, sha256: document.sha256, name: document.name },
      after: { version: document.version + 1, sha256: stored.file.sha256, name: stored.name },
    });
    return presentDocument(await getDocument(ctx, id));
  });
  return keepOrRemove(caller, stored, work);
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
