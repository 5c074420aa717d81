import type { JobName } from "#contract/jobs.ts";

/** Each kind of job, described for operators. */
export const jobNames: Record<JobName, string> = {
  "read-document": "Read a document",
  "recognise-pages": "Read scanned pages",
  "embed-version": "Encode a document",
  "embed-missing": "Find documents to encode",
  "suggest-tags": "Suggest tags",
  "send-mail": "Send an email",
  "send-reset": "Send a password reset",
  "send-digests": "Send daily emails",
  "invite-imported": "Invite imported people",
  "tell-super-admin": "Notify super admins",
  "tell-changed-rules": "Notify people of a changed rule",
  "announce-retirements": "Announce retiring models",
  "sweep-files": "Remove unused files",
  "make-bundle": "Make an evidence bundle",
  "check-record": "Check a record",
  "check-records": "Check all records",
  "keep-heads": "Sign and deliver heads",
  "send-webhook": "Call a webhook",
  "keep-webhooks": "Maintain webhooks",
  "stream-record": "Stream a record",
  "stream-records": "Stream all records",
  erase: "Erase due data",
  "start-erasures": "Start due erasures",
  "settle-days": "Complete daily reports",
};
