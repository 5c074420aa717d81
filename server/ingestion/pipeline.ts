import { buffer } from "node:stream/consumers";
import type { JobPayload } from "#contract/jobs.ts";
import { jobCaller } from "#server/context.ts";
import type { Caller, Context } from "#server/context.ts";
import { notifyAdmins } from "#server/notifications/notify.ts";
import type { Services } from "#server/services.ts";
import { touchContents } from "#server/themes/store.ts";
import type { Extraction } from "./extract/extraction.ts";
import type { Prepared } from "./extract/prepared.ts";
import { claimVersion, finishVersion, failVersion, replaceContents } from "./store.ts";
import type { VersionRow } from "./store.ts";

/** After this many starts the document is failed instead of tried again; each kill of the server counts as one. */
const maximumAttempts = 25;

/**
 * Reads one uploaded version: extract, split, tag, index, ready. Every step can be repeated; only this file moves the
 * status. A fault of ours (database, storage) throws, and the queue tries again.
 */
export async function readDocument(
  services: Services,
  { companyId, versionId }: JobPayload<"read-document">,
): Promise<void> {
  const caller = jobCaller(services, "read-document", companyId);
  const version = await caller.transact((ctx) => claimVersion(ctx, versionId));
  if (version === null) return;
  if (version.attempts > maximumAttempts) {
    return fail(
      caller,
      version,
      "Reading this document failed repeatedly through a fault on our side. Try again.",
    );
  }
  const bytes = await buffer(await services.files.read(version.file_key));
  const started = services.clock.now().getTime();
  const result = await services.extraction.extract({
    bytes,
    name: version.name,
    owner: `company:${companyId}`,
  });
  if (!result.ok) return fail(caller, version, result.failure.message);
  await succeed(caller, version, result, started);
}

async function succeed(
  caller: Caller,
  version: VersionRow,
  { extraction, prepared }: { extraction: Extraction; prepared: Prepared },
  started: number,
): Promise<void> {
  if (prepared.passages.length === 0) return fail(caller, version, "No text was found in this document.");
  await caller.transact(async (ctx) => {
    await replaceContents(ctx, version, extraction, prepared);
    const isFinished = await finishVersion(ctx, version, {
      title: extraction.title,
      pages: extraction.pages.length,
      pages_without_text: extraction.pagesWithoutText,
      words: extraction.words,
      tables: extraction.tables,
      passages: prepared.passages.length,
      language: extraction.language,
      warnings: JSON.stringify(extraction.warnings),
      duration_ms: ctx.services.clock.now().getTime() - started,
    });
    if (!isFinished) return;
    await touchContents(ctx, { company_id: version.company_id, id: version.theme_id });
    ctx.audit({
      action: "document.read",
      target: { type: "document", id: version.document_id },
      after: {
        version: version.version,
        sha256: version.sha256,
        pages: extraction.pages.length,
        passages: prepared.passages.length,
      },
    });
    if (ctx.services.config.embeddings !== null)
      await ctx.enqueue("embed-version", { companyId: version.company_id, versionId: version.id });
    await tell(ctx, version, "ready");
    if (version.require_sign_off) {
      await notifyAdmins(ctx, version.company_id, {
        kind: "sign_off_needed",
        title: `'${version.name}' waits for sign-off`,
        body: "It answers questions once an administrator has signed its receipt.",
        link: `/themes?theme=${version.theme_id}&tab=documents`,
      });
    }
  });
}

async function fail(caller: Caller, version: VersionRow, reason: string): Promise<void> {
  await caller.transact(async (ctx) => {
    if (!(await failVersion(ctx, version, reason))) return;
    ctx.audit({
      action: "document.read",
      target: { type: "document", id: version.document_id },
      after: { version: version.version, reason },
      result: "failed",
    });
    await tell(ctx, version, "failed");
    await notifyAdmins(ctx, version.company_id, {
      kind: "document_failed",
      title: `'${version.name}' could not be read`,
      body: reason,
      link: `/themes?theme=${version.theme_id}&tab=documents`,
    });
  });
}

function tell(ctx: Context, version: VersionRow, status: "ready" | "failed"): Promise<void> {
  return ctx.announce(
    { company: version.company_id, permission: "document:list" },
    { type: "document", themeId: version.theme_id, documentId: version.document_id, status, progress: null },
  );
}
