import {
  maximumFiles,
  type replaceDocument as replaceContract,
  type uploadDocuments as contract,
} from "#contract/knowledge/documents.ts";
import type { ErrorCode } from "#contract/kernel/errors.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Call } from "#server/http/route.ts";
import type { SentFile } from "#server/http/sent-files.ts";
import { allow as allowTheme } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import {
  addVersion,
  alreadyAs,
  checkWaiting,
  keepOrRemove,
  replaceWith,
  type Stored,
} from "./add-version.ts";
import { allow } from "./policy.ts";
import { presentDocument } from "./present.ts";
import { receiveFile, receiveOne, refusedFile, type Refused } from "./receive.ts";
import { insertDocument, waitTurn } from "./store.ts";
import { getDocument } from "./shared-store.ts";
import { findDuplicate } from "./version-store.ts";

/** Responds once each file is safe on disk and in the database; reading continues in the background. */
export async function uploadDocuments(
  caller: Caller,
  { id }: { id: number },
  call: Call,
): Promise<Result<typeof contract>> {
  const { ids, refused } = await takeFiles(caller, id, call);
  const documents = await caller.transact((ctx) =>
    Promise.all(ids.map(async (documentId) => presentDocument(await getDocument(ctx, documentId)))),
  );
  return {
    uploadedCount: ids.length,
    totalCount: ids.length + refused.length,
    errors: refused.map(({ name, error }) => ({ originalName: name, error })),
    documents,
  };
}

/** New documents of the files that were taken, and why each other one was not. @throws AppError invalid without a file */
export async function takeFiles(
  caller: Caller,
  themeId: number,
  { files }: Call,
): Promise<{ ids: number[]; refused: Refused[] }> {
  const moreFormats = await caller.transact(async (ctx) => {
    const theme = allowTheme(ctx, "upload", await getTheme(ctx, themeId));
    await checkWaiting(ctx, theme.company_id);
    return theme.more_formats;
  });
  const refused: Refused[] = [];
  const ids: number[] = [];
  const take = async (part: SentFile) => {
    if (ids.length + refused.length >= maximumFiles) {
      part.file.resume();
      const error = `Up to ${maximumFiles} files at once. Upload this one with the next batch.`;
      return void refused.push({ name: part.filename, error, code: "too_large" });
    }
    const received = await receiveFile(part, caller.services.files, { moreFormats });
    const result = "error" in received ? received : await register(caller, themeId, received);
    if ("error" in result) refused.push(result);
    else ids.push(result.id);
  };
  try {
    for await (const part of files()) await take(part);
  } catch (error) {
    const [field] = error instanceof AppError ? Object.keys(error.fields ?? {}) : [];
    // files before it are stored already, so the call has a result
    if (!(error instanceof AppError) || field === undefined || ids.length === 0) throw error;
    refused.push({ name: field, error: `${error.message} Nothing after that was read.`, code: error.code });
  }
  if (ids.length + refused.length === 0)
    throw new AppError("invalid", "No file was sent. Choose at least one.", {
      fields: { files: "Choose at least one file." },
    });
  return { ids, refused };
}

async function register(
  caller: Caller,
  themeId: number,
  received: Stored,
): Promise<{ id: number } | Refused> {
  type Registered = { outcome: { id: number } | Refused; isKept: boolean };
  const refuse = (code: ErrorCode, error: string): Refused => ({ name: received.name, error, code });
  const work = caller.transact(async (ctx): Promise<Registered> => {
    const theme = allowTheme(ctx, "upload", await getTheme(ctx, themeId));
    await waitTurn(ctx, theme);
    const twin = await findDuplicate(ctx, theme, received.file.sha256);
    if (twin !== null) return { outcome: refuse("conflict", alreadyAs(twin)), isKept: false };
    const id = await insertDocument(ctx, theme, { name: received.name });
    await addVersion(ctx, { company_id: theme.company_id, id, theme_id: theme.id }, 1, received);
    ctx.audit({
      action: "document.upload",
      target: { type: "document", id },
      company: theme.company_id,
      after: { name: received.name, themeId, sha256: received.file.sha256, size: received.file.size },
    });
    return { outcome: { id }, isKept: true };
  });
  try {
    return await keepOrRemove(caller, received, work);
  } catch (error) {
    // a full store affects only this file; others in the upload may be smaller
    if (error instanceof AppError && error.code === "limit_exceeded")
      return refuse(error.code, error.message);
    throw error;
  }
}

export async function replaceDocument(
  caller: Caller,
  { id }: { id: number },
  call: Call,
): Promise<Result<typeof replaceContract>> {
  const moreFormats = await caller.transact(async (ctx) => {
    const document = allow(ctx, "replace", await getDocument(ctx, id));
    return (await getTheme(ctx, document.theme_id)).more_formats;
  });
  const stored = await receiveOne(call, caller.services.files, { field: "files", moreFormats });
  if ("error" in stored) throw refusedFile(stored);
  const work = caller.transact(async (ctx) => {
    const { company_id, theme_id } = await getDocument(ctx, id);
    await waitTurn(ctx, { company_id, id: theme_id });
    const document = allow(ctx, "replace", await getDocument(ctx, id));
    if (document.sha256 === stored.file.sha256)
      throw new AppError("conflict", "This is the same file as the current version.");
    await replaceWith(ctx, document, stored);
    return { outcome: presentDocument(await getDocument(ctx, id)), isKept: true };
  });
  return keepOrRemove(caller, stored, work);
}
