import { createHash } from "node:crypto";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/answering/program-documents.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { etagOfShown, isKnown } from "#server/http/preconditions.ts";
import { largeJson, RawResponse, WithHeaders } from "#server/http/response.ts";
import type { Call } from "#server/http/route.ts";
import { etagOf } from "#server/knowledge/documents/etag.ts";
import { deletePut, putDocument } from "#server/knowledge/documents/put.ts";
import type { Refused } from "#server/knowledge/documents/receive.ts";
import { getDocument, type DocumentRow } from "#server/knowledge/documents/shared-store.ts";
import { readPages } from "#server/knowledge/documents/source.ts";
import { listOfTheme, namesakesOf, walkTheme } from "#server/knowledge/documents/list-of-theme.ts";
import { takeFiles } from "#server/knowledge/documents/upload.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { presentProgramDocument } from "./present.ts";

export async function listProgramDocuments(
  ctx: Context,
  { themeId, externalId, cursor, page, pageSize }: Input<typeof contract.listProgramDocuments>,
): Promise<Result<typeof contract.listProgramDocuments>> {
  if (page > 1) {
    const { rows, total } = await listOfTheme(ctx, themeId, { page, pageSize });
    return { documents: rows.map(presentProgramDocument), total, next: null };
  }
  const { rows, total } = await walkTheme(ctx, { themeId, externalId, cursor, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  return {
    documents: shown.map(presentProgramDocument),
    total: externalId === undefined ? total : shown.length,
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function uploadProgramDocuments(
  caller: Caller,
  { themeId }: Input<typeof contract.uploadProgramDocuments>,
  call: Call,
): Promise<Result<typeof contract.uploadProgramDocuments>> {
  const { ids, refused } = await takeFiles(caller, themeId, call);
  if (ids.length === 0) throw nothingTaken(refused);
  const documents = await caller.transact((ctx) =>
    Promise.all(
      ids.map(async (id) => {
        const row = await getDocument(ctx, id);
        return { ...presentProgramDocument(row), namesakes: await namesakesOf(ctx, row) };
      }),
    ),
  );
  return { documents, refused: refused.map(reasonOf) };
}

const reasonOf = ({ name, error }: Refused) => ({ name, reason: error });

/** Of one kind, if all files were refused for it. */
function nothingTaken(refused: Refused[]): AppError {
  const codes = new Set(refused.map(({ code }) => code));
  const [first] = refused;
  const isOne = codes.size === 1 && first !== undefined;
  const sentence = refused.length === 1 ? first?.error : "None of the files was taken.";
  return new AppError(isOne ? first.code : "invalid", sentence ?? "", { refused: refused.map(reasonOf) });
}

export async function putProgramDocument(
  caller: Caller,
  input: Input<typeof contract.putProgramDocument>,
  call: Call,
): Promise<WithHeaders<Result<typeof contract.putProgramDocument>>> {
  const { id, outcome } = await putDocument(caller, input, call);
  return caller.transact(async (ctx) => {
    const row = await getDocument(ctx, id);
    return new WithHeaders(
      { outcome, document: presentProgramDocument(row), namesakes: await namesakesOf(ctx, row) },
      { etag: etagOf(row) },
      outcome === "created" ? 201 : 200,
    );
  });
}

/** A document is reached through its theme, which must be named by the key or assigned to the agent. */
async function reachDocument(ctx: Context, id: number): Promise<DocumentRow> {
  const row = await getDocument(ctx, id);
  await getTheme(ctx, row.theme_id);
  return row;
}

type Shown = Result<typeof contract.getProgramDocument>;

/**
 * 304 for who knows it: by the header of an earlier response, which changes with every field, or by the `etag` of its file,
 * once nothing is left to wait for.
 */
export async function getProgramDocument(
  caller: Caller,
  { id }: { id: number },
  { headers }: Call,
): Promise<WithHeaders<Shown> | RawResponse> {
  const shown = await caller.transact(async (ctx) => presentProgramDocument(await reachDocument(ctx, id)));
  const digest = createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 22);
  const etag = etagOfShown(shown.etag, digest);
  const isSettled = shown.status === "ready" && shown.answeringVersion === shown.version;
  if (isKnown(headers, isSettled ? [etag, shown.etag] : [etag])) return new RawResponse(null, { etag }, 304);
  return new WithHeaders(shown, { etag });
}

export function deleteProgramDocument(
  caller: Caller,
  { id }: { id: number },
  { headers }: Call,
): Promise<{ success: true }> {
  return caller.transact(async (ctx) => deletePut(ctx, await reachDocument(ctx, id), headers));
}

export function deleteNamedProgramDocument(
  caller: Caller,
  { themeId, externalId }: Input<typeof contract.deleteNamedProgramDocument>,
  { headers }: Call,
): Promise<{ success: true }> {
  return caller.transact(async (ctx) => {
    const [row] = (await walkTheme(ctx, { themeId, externalId, limit: 1 })).rows;
    if (row === undefined) throw notFound();
    return deletePut(ctx, row, headers);
  });
}

export async function getProgramPage(
  caller: Caller,
  input: Input<typeof contract.getProgramPage>,
): Promise<RawResponse> {
  const { source, pages } = await readPages(caller, input);
  const text: Result<typeof contract.getProgramPage> = {
    id: input.id,
    name: source.name,
    version: source.version,
    pages: pages.map((page) => ({ index: page.page_index, number: page.number, text: page.text })),
  };
  return largeJson(text);
}
