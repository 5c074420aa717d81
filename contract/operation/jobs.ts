import { z } from "zod";
import { Notification } from "#contract/notices/notifications.ts";
import { Id } from "#contract/kernel/values.ts";

/** Payload of every job: ids where they suffice; everything else is read again when the job runs. */
export const jobs = {
  "read-document": z.object({ companyId: Id, versionId: Id }),
  // a version whose derived data is old, damaged or lost
  "renew-document": z.object({ companyId: Id, versionId: Id }),
  "find-outdated": z.object({}),
  "find-damaged": z.object({}),
  // image-only pages of any waiting document
  "recognise-pages": z.object({}),
  // what OpenSearch lacks of a company, or has too much
  "index-search": z.object({ companyId: Id }),
  "embed-version": z.object({ companyId: Id, versionId: Id }),
  // the next questions of a test run
  "run-tests": z.object({ companyId: Id, runId: Id }),
  // the next questions of a questionnaire
  "ask-questionnaire": z.object({ companyId: Id, questionnaireId: Id }),
  "suggest-tags": z.object({ companyId: Id, versionId: Id }),
  // for known and unknown addresses alike; the link is made when the email is sent, so it is never in the queue
  "send-reset": z.object({ email: z.string() }),
  // for imported users: each gets a temporary password and an email
  "invite-imported": z.object({ companyId: Id, invitedBy: Id, userIds: z.array(Id).max(100) }),
  // carries its own text: the event belongs to a company, but super admins belong to none and have no row to read
  "tell-super-admin": Notification.pick({ kind: true, title: true, body: true, link: true, words: true })
    .partial({ words: true })
    .extend({
      userId: Id,
    }),
  // scheduled (server/operation/jobs/schedule.ts)
  "sweep-files": z.object({}),
  "make-bundle": z.object({ companyId: Id, bundleId: Id }),
  "check-record": z.object({ checkId: Id }),
  "check-records": z.object({}),
  "keep-heads": z.object({}),
  "stream-records": z.object({}),
  "stream-record": z.object({ log: z.number().int().min(0) }),
  "keep-webhooks": z.object({}),
  "send-webhook": z.object({ companyId: Id, deliveryId: Id }),
  erase: z.object({ companyId: Id }),
  "tell-changed-rules": z.object({ companyId: Id, documentId: Id, versionId: Id }),
  "start-erasures": z.object({}),
  "settle-days": z.object({}),
  "send-digests": z.object({}),
  "announce-retirements": z.object({}),
  "embed-missing": z.object({}),
  "keep-search": z.object({}),
  "mail-lead": z.object({ leadId: Id, to: z.string() }),
  "send-mail": z.object({ to: z.string(), subject: z.string(), text: z.string() }),
} as const;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]>;
