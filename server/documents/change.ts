import type * as contract from "#contract/documents.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { personOf } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { touchContents } from "#server/themes/store.ts";
import { announceDocument } from "./announce.ts";
import { allow } from "./policy.ts";
import { presentDocument } from "./present.ts";
import { getDocument, removeDocument, setTags } from "./store.ts";
import { reopenVersion, signVersion } from "./version-store.ts";
import { lockTags } from "./tags-by-hand.ts";

/** Gone from the next question on; what earlier answers used stays as it was. */
export async function deleteDocument(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const document = allow(ctx, "delete", await getDocument(ctx, id));
  await removeDocument(ctx, document);
  await touchContents(ctx, { company_id: document.company_id, id: document.theme_id });
  ctx.audit({
    action: "document.delete",
    target: { type: "document", id },
    company: document.company_id,
    before: { name: document.name, sha256: document.sha256 },
  });
  await announceDocument(ctx, { ...document, document_id: id }, { status: "deleted" });
  return { success: true };
}

export async function retryDocument(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.retryDocument>> {
  const document = allow(ctx, "edit", await getDocument(ctx, id));
  if (!(await reopenVersion(ctx, document)))
    throw new AppError("conflict", "Only a document that failed can be read again.");
  await ctx.enqueue("read-document", { companyId: document.company_id, versionId: document.version_id });
  ctx.audit({ action: "document.retry", target: { type: "document", id }, company: document.company_id });
  return presentDocument(await getDocument(ctx, id));
}

export async function updateDocumentTags(
  ctx: Context,
  input: Input<typeof contract.updateDocumentTags>,
): Promise<Result<typeof contract.updateDocumentTags>> {
  const document = allow(ctx, "edit", await getDocument(ctx, input.id));
  const tags = {
    distributionPartnerTags: input.distributionPartnerTags,
    productTags: input.productTags,
    topicTags: input.topicTags,
    stateTags: input.stateTags,
  };
  await lockTags(ctx, document);
  await setTags(ctx, document, tags);
  ctx.audit({
    action: "document.tag",
    target: { type: "document", id: document.id },
    company: document.company_id,
    after: tags,
  });
  return presentDocument(await getDocument(ctx, document.id));
}

export async function signOffDocument(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.signOffDocument>> {
  const document = allow(ctx, "edit", await getDocument(ctx, id));
  if (document.status !== "ready")
    throw new AppError("conflict", "Only a document that was read can be signed off.");
  await signVersion(ctx, document, personOf(ctx).id);
  await touchContents(ctx, { company_id: document.company_id, id: document.theme_id });
  ctx.audit({
    action: "document.sign-off",
    target: { type: "document", id },
    company: document.company_id,
    after: { version: document.version, sha256: document.sha256 },
  });
  return presentDocument(await getDocument(ctx, id));
}
