import type * as contract from "#contract/knowledge/documents.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Person } from "#server/kernel/actor.ts";
import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import { AppError, notFound, orNull } from "#server/platform/errors.ts";
import { fileResponse, largeJson } from "#server/http/response.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { getDocument, type DocumentRow } from "./shared-store.ts";
import { findCitedDocument, findVersion, listPages, listSomePages } from "./version-store.ts";

/** The text as it was read. `page` is its position in the document, from 1. */
export async function getDocumentContent(
  caller: Caller,
  { id, page, version }: Input<typeof contract.getDocumentContent>,
) {
  const { source, pages } = await readPages(caller, { id, page, version });
  const content: Omit<Result<typeof contract.getDocumentContent>, "content"> = {
    id,
    name: source.name,
    fileType: source.file_type,
    fileSize: source.file_size,
    version: source.version,
    pages: pages.map((row) => ({
      index: row.page_index,
      number: row.number,
      label: row.label,
      text: row.text,
    })),
  };
  return largeJson({ ...content, content: wholeText(pages) });
}

/** The pages of a source the caller can access, or the requested page. */
export async function readPages(
  caller: Caller,
  { id, page, version }: Input<typeof contract.getDocumentContent>,
) {
  const read = await caller.transact(async (ctx) => {
    const source = await openSource(ctx, id, version);
    if (source.status !== "ready") throw new AppError("conflict", "This document has not been read yet.");
    const index = page === undefined ? null : page - 1;
    return { source, pages: await listPages(ctx, source.company_id, source.version_id, index) };
  });
  if (page !== undefined && read.pages.length === 0) throw notFound();
  return read;
}

/**
 * The pages of a source from a position on, which counts from 1, and how many it has.
 * @throws AppError not_found alike for an absent document, version or page, and one out of reach
 */
export function readFirstPages(
  caller: Caller,
  { id, version, from, most }: { id: number; version?: number; from: number; most: number },
) {
  return caller.transact(async (ctx) => {
    const source = await openSource(ctx, id, version);
    if (source.status !== "ready") throw new AppError("conflict", "This document has not been read yet.");
    const place = { companyId: source.company_id, versionId: source.version_id };
    const { pages, total } = await listSomePages(ctx, place, { from: from - 1, most });
    if (pages.length === 0) throw notFound();
    return { source, pages, total };
  });
}

function* wholeText(pages: { text: string }[]): Generator<string, void, void> {
  for (const [place, { text }] of pages.entries()) yield place === 0 ? text : `\n\n${text}`;
}

export async function getDocumentFile(
  caller: Caller,
  { id, version }: Input<typeof contract.getDocumentFile>,
) {
  const source = await caller.transact(async (ctx) => {
    const source = await openSource(ctx, id, version);
    ctx.audit({
      action: "document.download",
      target: { type: "document", id },
      company: source.company_id,
      after: { version: source.version },
    });
    return source;
  });
  const body = await caller.services.files.read(source.file_key);
  return fileResponse({ name: source.name, type: source.file_type, size: source.file_size, body });
}

/**
 * A person may open the sources of themes they may ask, except versions awaiting a signature, and, for their own past
 * answers, the cited version even after the document was replaced or deleted. Admins may open all sources of their
 * company.
 */
async function openSource(ctx: Context, id: number, version: number | undefined) {
  const person = personOf(ctx);
  const present = await orNull(getDocument(ctx, id));
  const open = present === null ? null : versionOpenTo(person, present, version);
  if (present !== null && open !== null && (await isInTheme(ctx, present))) {
    const row = await findVersion(ctx, present, open);
    return { company_id: present.company_id, name: present.name, version_id: row.id, ...row };
  }
  const cited = await findCitedDocument(ctx, id, person, version);
  if (cited === null) throw notFound();
  const row = await findVersion(ctx, { company_id: cited.company_id, id }, cited.version);
  return { company_id: cited.company_id, name: cited.name, version_id: row.id, ...row };
}

/**
 * The version of a document that opens for somebody who reaches its theme: for an agent, if versions need a signature,
 * only the answering one.
 */
export function versionOpenTo(
  { role }: Pick<Person, "role">,
  { answering_version: answering, current_version: current, require_sign_off: isSigned }: DocumentRow,
  version: number | undefined,
): number | null {
  if (role === "agent" && isSigned && (answering === null || (version ?? answering) !== answering))
    return null;
  return version ?? answering ?? current;
}

/** Whether it belongs to a theme this agent may ask; administrators reach all of their company. */
async function isInTheme(ctx: Context, document: DocumentRow): Promise<boolean> {
  return personOf(ctx).role !== "agent" || (await orNull(getTheme(ctx, document.theme_id))) !== null;
}
