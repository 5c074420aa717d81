import { z } from "zod";
import { Id } from "./values.ts";

/** Payload of every job: ids only, everything else is read again when the job runs. */
export const jobs = {
  "read-document": z.object({ companyId: Id, versionId: Id }),
  "send-mail": z.object({ to: z.string(), subject: z.string(), text: z.string() }),
} as const;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]>;
