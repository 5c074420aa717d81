import { extractionPort, ocrPort } from "./readers.ts";
import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import { buffer } from "node:stream/consumers";
import type { JobPayload } from "#contract/operation/jobs.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { announceDocument } from "#server/knowledge/documents/announce.ts";
import { notifyAdmins } from "#server/notices/notifications/notify.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { emit } from "#server/notices/webhooks/emit.ts";
import { answeringOf } from "#server/knowledge/documents/shared-store.ts";
import { changeGuard } from "#server/knowledge/themes/guard-port.ts";
import { touchContents } from "#server/knowledge/themes/shared-store.ts";
import type { Reading } from "#reading/extract/prepared.ts";
import { awaitOcr } from "./ocr-store.ts";
import { OCR_ADVICE } from "#reading/extract/recognized.ts";
import { progressReporter } from "./progress.ts";
import { queueSuggestion } from "#server/knowledge/tags/by-model.ts";
import {
  claimVersion,
  endRenewal,
  failVersion,
  finishVersion,
  hashOfText,
  reasonOfFailure,
  replaceContents,
  restoreTags,
  unsigned,
  type VersionRow,
} from "./store.ts";

/** A hundred pages take one core four minutes (measured); for longer documents, the receipt lists the unread pages. */
const MAX_OCR_PAGES = 200;
/** After this many starts, the document fails instead of being retried; each kill of the server counts as one. */
const maximumAttempts = 25;

/**
 * Reads one uploaded version: extract, split, tag, index, ready. Every step is repeatable; only this file changes the
 * status. An error on our side (database, storage) throws, and the queue retries.
 */
export async function readDocument(
  services: VerbServices,
  { companyId, versionId }: JobPayload<"read-document">,
): Promise<void> {
  const caller = jobCaller(services, "read-document", companyId);
  const version = await caller.transact((ctx) => claimVersion(ctx, versionId));
  if (version === null) return;
  if (version.attempts > maximumAttempts) {
    return fail(
      caller,
      version,
      "Reading this document failed repeatedly because of a fault on our side. Try again.",
    );
  }
  const bytes = await buffer(await services.files.read(version.file_key));
  const started = services.clock.now().getTime();
  const source = { bytes, name: version.name, owner: `company:${companyId}` };
  await extractionPort
    .of(services)
    .read(
      source,
      (result) =>
        result.ok
          ? finishReading(caller, { ...version, status: "processing" }, result, started)
          : fail(
              caller,
              version,
              result.failure.message,
              scannedPages(services, result.failure.scannedPages),
            ),
      progressReporter(caller, version),
    );
}

/** Pages that OCR will read later; none without OCR. */
export function scannedPages(services: VerbServices, pages: number[] | undefined): number[] {
  return ocrPort.of(services) === null ? [] : (pages ?? []).slice(0, MAX_OCR_PAGES);
}

/**
 * Turns the extracted text into answers' sources. `status` is the version's current one: a ready or failed version is
 * read a second time, with the OCR text of its images, or because its derived data must be made again.
 */
export async function finishReading(
  caller: Caller,
  version: VersionRow & { status: string },
  { reading }: { reading: Reading },
  started: number,
): Promise<void> {
  if (reading.passages === 0) return fail(caller, version, "No text was found in this document.");
  const isFirst = version.status === "processing";
  // nobody sees rows of a version being read: syncing tens of megabytes of them must not lock the company's record
  if (isFirst) await caller.transact((ctx) => replaceContents(ctx, version, reading));
  await caller.transact(async (ctx) => {
    const before = isFirst ? null : await hashOfText(ctx, version);
    if (!isFirst) await replaceContents(ctx, version, reading);
    const isRenewal = await endRenewal(ctx, version);
    const isTaggedAnew = isRenewal && (await restoreTags(ctx, version, reading));
    // a signature covers the text, not what is derived from it
    const text = await hashOfText(ctx, version);
    const isSame = isRenewal && before === text;
    const scans = isFirst
      ? scannedPages(caller.services, reading.warnings.find(({ code }) => code === "scanned_pages")?.pages)
      : [];
    if (scans.length > 0) await awaitOcr(ctx, version, scans);
    const isNew = version.status !== "ready";
    const isHeld = isNew ? version.require_approval : version.is_held;
    const document = { company_id: version.company_id, id: version.document_id };
    const answeredBefore = await answeringOf(ctx, document);
    const isFinished = await finishVersion(ctx, version, {
      title: reading.title,
      pages: reading.pages,
      pages_without_text: reading.pagesWithoutText,
      words: reading.words,
      tables: reading.tables,
      passages: reading.passages,
      language: reading.language,
      warnings: JSON.stringify(reading.warnings),
      duration_ms: ctx.services.clock.now().getTime() - started,
      ...(isSame ? {} : unsigned),
      is_held: isHeld,
      ...(isRenewal ? {} : { ready_at: ctx.now }),
    });
    if (!isFinished) return;
    if (scans.length > 0) await ctx.enqueue("recognise-pages", {});
    // before approved answers fall; of a version that answers already, the earlier text is gone
    if (isNew || isHeld)
      await changeGuard.of(ctx.services).versionRead(ctx, version, { before: answeredBefore, isHeld });
    await touchContents(ctx, { company_id: version.company_id, id: version.theme_id });
    ctx.audit({
      action: isFirst ? "document.read" : isRenewal ? "document.read-again" : "document.read-by-ocr",
      target: { type: "document", id: version.document_id },
      after: {
        version: version.version,
        sha256: version.sha256,
        pages: reading.pages,
        passages: reading.passages,
        text,
      },
    });
    if (encoderPort.of(ctx.services) !== null)
      await ctx.enqueue("embed-version", { companyId: version.company_id, versionId: version.id });
    if (version.status !== "ready" || isTaggedAnew) await queueSuggestion(ctx, version);
    if (version.status !== "ready") {
      await emit(ctx, version.company_id, {
        type: "document.ready",
        data: {
          ...webhookDataOf(version),
          needsSignOff: version.require_sign_off,
          needsApproval: isHeld,
        },
      });
    }
    await announceDocument(ctx, version, { status: "ready" });
    if (version.require_sign_off && !isSame) {
      await notifyAdmins(ctx, version.company_id, {
        kind: "sign_off_needed",
        title: `'${version.name}' waits for sign-off`,
        body:
          version.version === 1
            ? "It answers questions once an administrator has signed its receipt."
            : "Until an administrator has signed its receipt, the last signed version answers, if there is one.",
        link: linkTo(version),
      });
    }
  });
}

async function fail(
  caller: Caller,
  version: VersionRow,
  reason: string,
  scans: number[] = [],
): Promise<void> {
  await caller.transact(async (ctx) => {
    const said =
      scans.length === 0
        ? reason
        : reason.replace(
            OCR_ADVICE,
            "It is read by OCR in the background and becomes ready when that finds text.",
          );
    if (!(await failVersion(ctx, version, said))) return;
    if (scans.length > 0) {
      await awaitOcr(ctx, version, scans);
      await ctx.enqueue("recognise-pages", {});
    }
    ctx.audit({
      action: "document.read",
      target: { type: "document", id: version.document_id },
      after: { version: version.version, reason: said },
      result: "failed",
    });
    await announceDocument(ctx, version, { status: "failed" });
    // no action needed yet
    if (scans.length === 0) await notifyOfFailure(ctx, version, said);
  });
}

/** OCR found nothing either: the failure is final, and the administrators are notified. */
export function failAfterOcr(caller: Caller, version: VersionRow): Promise<void> {
  const reason = "This PDF is a scan: its pages are images, and OCR found no text in them either.";
  return caller.transact(async (ctx) => {
    await reasonOfFailure(ctx, version, reason);
    await announceDocument(ctx, version, { status: "failed" });
    await notifyOfFailure(ctx, version, reason);
  });
}

async function notifyOfFailure(ctx: Context, version: VersionRow, reason: string): Promise<void> {
  await notifyAdmins(ctx, version.company_id, {
    kind: "document_failed",
    title: `'${version.name}' could not be read`,
    body: reason,
    link: linkTo(version),
  });
  const data = { ...webhookDataOf(version), reason };
  await emit(ctx, version.company_id, { type: "document.failed", data });
}

const linkTo = ({ theme_id }: VersionRow) => `/themes?theme=${theme_id}&tab=documents`;

/** A version in webhook messages. */
function webhookDataOf(version: VersionRow) {
  return {
    documentId: version.document_id,
    documentName: version.name,
    version: version.version,
    themeId: version.theme_id,
    link: linkTo(version),
  };
}
