import { z } from "zod";
import { Notification } from "./notifications.ts";
import { Id } from "./values.ts";

/** Payload of every job: ids where they suffice, everything else is read again when the job runs. */
export const jobs = {
  "read-document": z.object({ companyId: Id, versionId: Id }),
  // pages that are pictures, of whichever document waits
  "recognise-pages": z.object({}),
  "embed-version": z.object({ companyId: Id, versionId: Id }),
  "suggest-tags": z.object({ companyId: Id, versionId: Id }),
  // for known and unknown addresses alike; the link is made when it is sent, so that it stands in no queue
  "send-reset": z.object({ email: z.string() }),
  // of users that were imported: each gets a temporary password and a letter
  "invite-imported": z.object({ companyId: Id, invitedBy: Id, userIds: z.array(Id).max(100) }),
  // in words that stand nowhere else: what happened belongs to a company, and who hears of it to none
  "tell-super-admin": Notification.pick({ kind: true, title: true, body: true, link: true, words: true })
    .partial({ words: true })
    .extend({
      userId: Id,
    }),
  // on a clock (server/jobs/schedule.ts)
  "sweep-files": z.object({}),
  "make-bundle": z.object({ companyId: Id, bundleId: Id }),
  "check-record": z.object({ checkId: Id }),
  "check-records": z.object({}),
  "keep-heads": z.object({}),
  "stream-records": z.object({}),
  "stream-record": z.object({ companyId: Id }),
  "keep-webhooks": z.object({}),
  "send-webhook": z.object({ companyId: Id, deliveryId: Id }),
  erase: z.object({ companyId: Id }),
  "tell-changed-rules": z.object({ companyId: Id, documentId: Id, versionId: Id }),
  "start-erasures": z.object({}),
  "settle-days": z.object({}),
  "send-digests": z.object({}),
  "announce-retirements": z.object({}),
  "embed-missing": z.object({}),
  "send-mail": z.object({ to: z.string(), subject: z.string(), text: z.string() }),
} as const;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]>;
