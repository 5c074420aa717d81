import type { Context } from "#server/kernel/context.ts";
import { AppError, orNull } from "#server/platform/errors.ts";
import { touchContents } from "#server/knowledge/themes/shared-store.ts";
import { allow } from "./policy.ts";
import { announceDocument } from "./announce.ts";
import { getDocument, setCurrent } from "./shared-store.ts";
import { releaseHeld } from "./version-store.ts";

/**
 * The newest version of a document is held no longer, and answers as any other.
 * @throws AppError conflict if it is not the newest, or the document is deleted
 */
export async function releaseVersion(
  ctx: Context,
  { documentId, versionId }: { documentId: number; versionId: number },
): Promise<void> {
  const found = await orNull(getDocument(ctx, documentId));
  if (found === null) throw new AppError("conflict", "This document was deleted.");
  const document = allow(ctx, "edit", found);
  if (document.version_id !== versionId || !document.is_held)
    throw new AppError("conflict", "A later version has taken the place of this one.");
  await releaseHeld(ctx, document);
  const { company_id, theme_id, version } = document;
  await setCurrent(ctx, { company_id, document_id: documentId, version });
  await touchContents(ctx, { company_id, id: theme_id });
  await announceDocument(ctx, { ...document, document_id: documentId }, { status: "ready" });
}
