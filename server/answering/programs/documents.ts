import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/answering/programs.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { largeJson } from "#server/http/response.ts";
import type { RawResponse } from "#server/http/response.ts";
import type { Call } from "#server/http/route.ts";
import { getDocument } from "#server/knowledge/documents/shared-store.ts";
import { readPages } from "#server/knowledge/documents/source.ts";
import { listOfTheme } from "#server/knowledge/documents/list-of-theme.ts";
import { uploadDocuments } from "#server/knowledge/documents/upload.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { presentProgramDocument } from "./present.ts";

export async function listProgramDocuments(
  ctx: Context,
  { themeId, page, pageSize }: Input<typeof contract.listProgramDocuments>,
): Promise<Result<typeof contract.listProgramDocuments>> {
  const { rows, total } = await listOfTheme(ctx, themeId, { page, pageSize });
  return { documents: rows.map(presentProgramDocument), total };
}

export async function uploadProgramDocuments(
  caller: Caller,
  { themeId }: Input<typeof contract.uploadProgramDocuments>,
  call: Call,
): Promise<Result<typeof contract.uploadProgramDocuments>> {
  const { documents, errors } = await uploadDocuments(caller, { id: themeId }, call);
  const rows = await caller.transact((ctx) => Promise.all(documents.map(({ id }) => getDocument(ctx, id))));
  return {
    documents: rows.map(presentProgramDocument),
    refused: errors.map(({ originalName, error }) => ({ name: originalName, reason: error })),
  };
}

/** A document is reached through its theme, which must be named by the key or assigned to the agent. */
export async function getProgramDocument(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.getProgramDocument>> {
  const row = await getDocument(ctx, id);
  await getTheme(ctx, row.theme_id);
  return presentProgramDocument(row);
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
