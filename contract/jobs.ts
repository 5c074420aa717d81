import { z } from "zod";
import { Id } from "./values.ts";

/** Payload of every job: ids only, everything else is read again when the job runs. */
export const jobs = {
  "read-document": z.object({ companyId: Id, versionId: Id }),
  // for known and unknown addresses alike; the link is made when it is sent, so that it stands in no queue
  "send-reset": z.object({ email: z.string() }),
  "send-mail": z.object({ to: z.string(), subject: z.string(), text: z.string() }),
} as const;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]>;
