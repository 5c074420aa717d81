import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, KnownVersion, PathId, Timestamp, Version } from "#contract/kernel/values.ts";

export const about = "How long a company keeps its data, and erasing it";
export const screens = ["/retention"];

/** The minimum that Regulation (EU) 2024/1689 (AI Act), Articles 19 and 26(6), requires for logs. */
export const leastMonths = 6;
export const mostMonths = 1200;

const Months = z
  .number()
  .int("Enter whole months.")
  .min(leastMonths, `Keep data for at least ${leastMonths} months, or forever.`)
  .max(mostMonths, `Enter at most ${mostMonths} months, or keep data forever.`)
  .nullable();

export const RetentionPeriods = z.object({
  interactions: Months.describe("Months after the question; null: forever"),
  documents: Months.describe("Months after a version was replaced or deleted; null: forever"),
  events: Months.describe("Months after the event; null: forever"),
});
export type RetentionPeriods = z.output<typeof RetentionPeriods>;

export const retentionKinds = ["interactions", "documents", "events"] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export const getRetention = endpoint({
  method: "GET",
  path: "/api/retention",
  permission: "record:read",
  summary: "A company's retention periods",
  query: z.object({ companyId: PathId.optional() }),
  output: RetentionPeriods.extend({ version: Version }),
});

export const setRetention = endpoint({
  method: "PUT",
  path: "/api/retention",
  permission: "retention:edit",
  summary: "Set a company's retention periods; data then due is erased the following night",
  body: RetentionPeriods.partial().extend({ companyId: Id.optional(), version: KnownVersion }),
  output: getRetention.output,
  stepUp: true,
});

const PathMonths = z.coerce.number().int().min(leastMonths).max(mostMonths);
const Proposed = z.object({
  companyId: PathId.optional(),
  interactions: PathMonths.optional(),
  documents: PathMonths.optional(),
  events: PathMonths.optional(),
});
const Count = z.object({
  due: z.number().int().describe("Data to be erased"),
  held: z.number().int().describe("Data kept by a hold"),
});

export const countDue = endpoint({
  method: "GET",
  path: "/api/retention/due",
  permission: "record:read",
  summary: "How much would be erased now under these periods; asking erases nothing",
  details: "Periods in months; if one is omitted, nothing of its kind is due.",
  query: Proposed,
  output: z.object({
    interactions: Count,
    documents: Count.extend({
      cited: z.number().int().describe("Versions kept because of an answer that is kept"),
    }),
    events: Count,
  }),
});

export const listDue = endpoint({
  method: "GET",
  path: "/api/retention/due/rows",
  permission: "record:read",
  summary: "Which data of one kind would be erased now under a period, lowest numbers first",
  query: z.object({
    companyId: PathId.optional(),
    of: z.enum(retentionKinds),
    months: PathMonths,
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.number().int().describe("Of the interaction or version; for an event, its number"),
        at: Timestamp.describe("When it happened, or the version ended"),
        name: z.string().describe("The theme of the question, the document with its version, or the action"),
        kept: z
          .enum(["hold", "cited"])
          .nullable()
          .describe("Why it is kept although due; null: it is erased"),
      }),
    ),
    next: z.number().int().nullable().describe("`after` of the next page; null: this is the last page"),
  }),
});

export const erasePerson = endpoint({
  method: "POST",
  path: "/api/retention/people/:id",
  permission: "retention:edit",
  summary: "Permanently replace a deactivated person's name with a pseudonym everywhere",
  details:
    "The program stops showing the name at once; the record follows in the background. Questions and answers remain, with their proofs, for a person with a number and a pseudonym.",
  params: IdParams,
  output: z.object({ pseudonym: z.string() }),
  stepUp: true,
});
