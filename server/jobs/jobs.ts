import type { jobs } from "#contract/jobs.ts";
import { systemCaller } from "#server/callers.ts";
import { sweepFiles } from "#server/documents/sweep.ts";
import { embedMissing, embedVersion } from "#server/ingestion/embed.ts";
import { recognizePages } from "#server/ingestion/recognize.ts";
import { renewOutdated } from "#server/documents/renewals.ts";
import { readAgain } from "#server/ingestion/renew.ts";
import { readDocument } from "#server/ingestion/pipeline.ts";
import { suggestTagsByModel } from "#server/tags/by-model.ts";
import { announceRetirements } from "#server/companies/announce-retirements.ts";
import { notifyReaders } from "#server/look-back/changes.ts";
import type { Workers } from "#server/platform/queue/queue.ts";
import { keepSchedule } from "./schedule.ts";
import type { Services } from "#server/services.ts";
import { sendDigests } from "#server/notifications/digest.ts";
import { notifySuperAdmin } from "#server/notifications/notify.ts";
import { makeBundle } from "#server/record/make-bundle.ts";
import { runCheck } from "#server/record/run-check.ts";
import { startChecks } from "#server/record/start-check.ts";
import { keepHeads } from "#server/record/keep-heads.ts";
import { streamRecord, streamRecords } from "#server/record/stream/send.ts";
import { mailLead } from "#server/leads/mail.ts";
import { eraseDueLeads } from "#server/leads/retention.ts";
import { eraseDue, startErasures } from "#server/retention/erase.ts";
import { settleDays } from "#server/reports/settle.ts";
import { sendReset } from "#server/sessions/send-reset.ts";
import { forgetEnded } from "#server/sign-on/saml/assertion-store.ts";
import { inviteImported } from "#server/users/import-invite.ts";
import { keepWebhooks } from "#server/webhooks/keep.ts";
import { sendWebhook } from "#server/webhooks/send.ts";

/** The implementation of each job in `contract/jobs.ts`. */
export function workersOf(services: Services): Workers<typeof jobs> {
  return {
    "read-document": (payload) => readDocument(services, payload),
    "renew-document": (payload) => readAgain(services, payload),
    "find-outdated": () => renewOutdated(services, { isWhole: false }),
    "find-damaged": () => renewOutdated(services, { isWhole: true }),
    "recognise-pages": () => recognizePages(services),
    "embed-version": (payload) => embedVersion(services, payload),
    "suggest-tags": (payload) => suggestTagsByModel(services, payload),
    "send-reset": ({ email }) => sendReset(services, email),
    "invite-imported": (payload) => inviteImported(services, payload),
    "tell-super-admin": (payload) => notifySuperAdmin(services, payload),
    "sweep-files": async () => void (await sweepFiles(services)),
    "make-bundle": (payload) => makeBundle(services, payload),
    "check-record": ({ checkId }) => runCheck(services, checkId),
    "check-records": () => startChecks(services),
    "keep-heads": () => keepHeads(services),
    "stream-records": () => streamRecords(services),
    "stream-record": (payload) => streamRecord(services, payload),
    "keep-webhooks": () => keepWebhooks(services),
    "send-webhook": (payload) => sendWebhook(services, payload),
    erase: (payload) => eraseDue(services, payload),
    "tell-changed-rules": (payload) => notifyReaders(services, payload),
    "start-erasures": async () => {
      await startErasures(services);
      await eraseDueLeads(services);
      await systemCaller(services, "start-erasures").transact(forgetEnded);
    },
    "settle-days": () => settleDays(services),
    "send-digests": () => sendDigests(services),
    "announce-retirements": () => announceRetirements(services),
    "embed-missing": () => embedMissing(services),
    "mail-lead": (payload) => mailLead(services, payload),
    "send-mail": async (message) => {
      if (services.mail.isConfigured) await services.mail.send(message);
    },
  };
}

/** Runs jobs in this thread, including scheduled ones. */
export async function startJobs(services: Services): Promise<void> {
  await services.queue.work(workersOf(services));
  await keepSchedule(services);
}
