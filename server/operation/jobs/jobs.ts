import type { jobs } from "#contract/operation/jobs.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { sweepFiles } from "./sweep-files.ts";
import { embedMissing, embedVersion } from "#server/knowledge/ingestion/embed.ts";
import { fillIndexes } from "#server/knowledge/search-index/fill.ts";
import { keepSearch } from "#server/knowledge/search-index/keep.ts";
import { recognizePages } from "#server/knowledge/ingestion/recognize.ts";
import { renewOutdated } from "#server/knowledge/documents/renewals.ts";
import { readAgain } from "#server/knowledge/ingestion/renew.ts";
import { readDocument } from "#server/knowledge/ingestion/pipeline.ts";
import { suggestTagsByModel } from "#server/knowledge/tags/by-model.ts";
import { announceRetirements } from "#server/identity/companies/announce-retirements.ts";
import { notifyReaders } from "#server/knowledge/look-back/changes.ts";
import type { Workers } from "#server/platform/queue/queue.ts";
import { keepSchedule } from "./schedule.ts";
import type { Services } from "#server/kernel/services.ts";
import { sendDigests } from "#server/notices/notifications/digest.ts";
import { notifySuperAdmin } from "#server/notices/notifications/notify.ts";
import { makeBundle } from "#server/evidence/record/make-bundle.ts";
import { runCheck } from "#server/evidence/record/run-check.ts";
import { startChecks } from "#server/evidence/record/start-check.ts";
import { storeHeads } from "#server/evidence/record/store-heads.ts";
import { streamRecord, streamRecords } from "#server/evidence/record/stream/send.ts";
import { mailLead } from "#server/operation/leads/mail.ts";
import { eraseDueLeads } from "#server/operation/leads/retention.ts";
import { eraseDue, startErasures } from "#server/evidence/retention/erase.ts";
import { askQuestionnaire } from "#server/answering/questionnaires/ask.ts";
import { runTests } from "#server/answering/test-runs/run.ts";
import { settleDays } from "#server/answering/reports/settle.ts";
import { sendReset } from "#server/identity/sessions/send-reset.ts";
import { forgetEnded } from "#server/identity/sign-on/shared-store.ts";
import { inviteImported } from "#server/identity/users/import-invite.ts";
import { keepWebhooks } from "#server/notices/webhooks/keep.ts";
import { sendWebhook } from "#server/notices/webhooks/send.ts";

/** The implementation of each job in `contract/operation/jobs.ts`. */
export function workersOf(services: Services): Workers<typeof jobs> {
  return {
    "read-document": (payload) => readDocument(services, payload),
    "renew-document": (payload) => readAgain(services, payload),
    "find-outdated": () => renewOutdated(services, { isWhole: false }),
    "find-damaged": () => renewOutdated(services, { isWhole: true }),
    "recognise-pages": () => recognizePages(services),
    "index-search": (payload) => fillIndexes(services, payload),
    "keep-search": () => keepSearch(services),
    "embed-version": (payload) => embedVersion(services, payload),
    "run-tests": (payload) => runTests(services, payload),
    "ask-questionnaire": (payload) => askQuestionnaire(services, payload),
    "suggest-tags": (payload) => suggestTagsByModel(services, payload),
    "send-reset": ({ email }) => sendReset(services, email),
    "invite-imported": (payload) => inviteImported(services, payload),
    "tell-super-admin": (payload) => notifySuperAdmin(services, payload),
    "sweep-files": async () => void (await sweepFiles(services)),
    "make-bundle": (payload) => makeBundle(services, payload),
    "check-record": ({ checkId }) => runCheck(services, checkId),
    "check-records": () => startChecks(services),
    "keep-heads": () => storeHeads(services),
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
