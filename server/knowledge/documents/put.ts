import type { IncomingHttpHeaders } from "node:http";
import type { Caller, Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { checkPreconditions } from "#server/http/preconditions.ts";
import type { Call } from "#server/http/route.ts";
import { allow as allowTheme } from "#server/knowledge/themes/policy.ts";
import { getTheme, type ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import {
  addVersion,
  alreadyAs,
  checkWaiting,
  keepOrRemove,
  replaceWith,
  type Stored,
} from "./add-version.ts";
import { deleteDocument } from "./change.ts";
import { etagOf } from "./etag.ts";
import { allow } from "./policy.ts";
import { receiveOne } from "./receive.ts";
import { getDocument, type DocumentRow } from "./shared-store.ts";
import { findByExternalId, identifyDocument, insertDocument, waitTurn } from "./store.ts";
import { findDuplicate } from "./version-store.ts";

/** `formerly`: the name that a document had before the program renamed it. */
type Named = { themeId: number; externalId: string; formerly?: string | undefined };
export type Put = { id: number; outcome: "created" | "replaced" | "linked" | "unchanged" };

/**
 * A file under a program's own name: a new document, or the next version of the one with that name.
 * @throws AppError with the file's reason if it was not taken; precondition_failed
 */
export async function putDocument(caller: Caller, named: Named, call: Call): Promise<Put> {
  const { headers } = call;
  const moreFormats = await caller.transact(async (ctx) => {
    const theme = allowTheme(ctx, "put", await getTheme(ctx, named.themeId));
    checkPreconditions(headers, etagOrNull(await findNamed(ctx, theme, named)));
    await checkWaiting(ctx, theme.company_id);
    return theme.more_formats;
  });
  const stored = await receiveOne(call, caller.services.files, { field: "file", moreFormats });
  if ("error" in stored) throw refusedAs(stored.name, new AppError(stored.code, stored.error));
  const work = caller.transact(async (ctx) => {
    const theme = allowTheme(ctx, "put", await getTheme(ctx, named.themeId));
    await waitTurn(ctx, theme);
    const document = await findNamed(ctx, theme, named);
    checkPreconditions(headers, etagOrNull(document));
    const outcome =
      document === null
        ? await addNamed(ctx, theme, named, stored)
        : await changeNamed(ctx, allow(ctx, "replace", document), named, stored);
    return { outcome, isKept: outcome.outcome === "created" || outcome.outcome === "replaced" };
  });
  return keepOrRemove(caller, stored, work).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === "precondition_failed") throw error;
    throw refusedAs(stored.name, error);
  });
}

/** Waits for a file that is being put under the same name. @throws AppError precondition_failed */
export async function deletePut(
  ctx: Context,
  { id, theme_id, company_id }: DocumentRow,
  headers: IncomingHttpHeaders,
): Promise<{ success: true }> {
  await waitTurn(ctx, { company_id, id: theme_id });
  checkPreconditions(headers, etagOf(await getDocument(ctx, id)));
  return deleteDocument(ctx, { id });
}

async function findNamed(
  ctx: Context,
  theme: ThemeRow,
  { externalId, formerly }: Named,
): Promise<DocumentRow | null> {
  const found = await findByExternalId(ctx, theme, externalId);
  return found !== null || formerly === undefined ? found : findByExternalId(ctx, theme, formerly);
}

const etagOrNull = (document: DocumentRow | null) => (document === null ? null : etagOf(document));

function refusedAs(name: string, error: AppError): AppError {
  const { code, message, retryAfterSeconds, isRecorded } = error;
  return new AppError(code, message, {
    retryAfterSeconds,
    isRecorded,
    refused: [{ name, reason: message }],
  });
}

async function addNamed(
  ctx: Context,
  theme: Allowed<ThemeRow, "put">,
  { externalId, themeId }: Named,
  stored: Stored,
): Promise<Put> {
  const twin = await findDuplicate(ctx, theme, stored.file.sha256);
  if (twin?.external_id === null)
    return link(ctx, allow(ctx, "replace", await getDocument(ctx, twin.id)), externalId, stored);
  if (twin !== null) throw new AppError("conflict", alreadyAs(twin));
  const id = await insertDocument(ctx, theme, { name: stored.name, external_id: externalId });
  await addVersion(ctx, { company_id: theme.company_id, id, theme_id: theme.id }, 1, stored);
  const { sha256, size } = stored.file;
  ctx.audit({
    action: "document.upload",
    target: { type: "document", id },
    company: theme.company_id,
    after: { name: stored.name, themeId, externalId, sha256, size },
  });
  return { id, outcome: "created" };
}

async function changeNamed(
  ctx: Context,
  document: Allowed<DocumentRow, "replace">,
  { externalId }: Named,
  stored: Stored,
): Promise<Put> {
  if (document.sha256 !== stored.file.sha256) {
    await replaceWith(ctx, document, stored, externalId);
    return { id: document.id, outcome: "replaced" };
  }
  if (document.external_id === externalId) return { id: document.id, outcome: "unchanged" };
  return link(ctx, document, externalId, stored);
}

/** The document has these bytes; from now on the program knows it by this name. */
async function link(
  ctx: Context,
  document: Allowed<DocumentRow, "replace">,
  externalId: string,
  { name }: Stored,
): Promise<Put> {
  await identifyDocument(ctx, document, { name, external_id: externalId });
  ctx.audit({
    action: "document.link",
    target: { type: "document", id: document.id },
    company: document.company_id,
    before: { externalId: document.external_id, name: document.name },
    after: { externalId, name },
  });
  return { id: document.id, outcome: "linked" };
}
