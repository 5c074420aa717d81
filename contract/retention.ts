import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, IdParams, PathId, Timestamp } from "./values.ts";

/** What Regulation (EU) 2024/1689 (AI Act), Articles 19 and 26(6), asks of logs at least. */
export const leastMonths = 6;
export const mostMonths = 1200;

const Months = z
  .number()
  .int("Give whole months.")
  .min(leastMonths, `Keep things for at least ${leastMonths} months, or for ever.`)
  .max(mostMonths, `Give at most ${mostMonths} months, or keep things for ever.`)
  .nullable();

export const RetentionPeriods = z.object({
  interactions: Months.describe("Months after the question; null: for ever"),
  documents: Months.describe("Months after a version was replaced or deleted; null: for ever"),
  events: Months.describe("Months after the event; null: for ever"),
});
export type RetentionPeriods = z.output<typeof RetentionPeriods>;

export const retentionKinds = ["interactions", "documents", "events"] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export const getRetention = endpoint({
  method: "GET",
  path: "/api/retention",
  permission: "record:read",
  summary: "How long a company keeps things",
  query: z.object({ companyId: PathId.optional() }),
  output: RetentionPeriods,
});

export const setRetention = endpoint({
  method: "PUT",
  path: "/api/retention",
  permission: "retention:edit",
  summary: "Set how long a company keeps things; what is due then goes in the following night",
  body: RetentionPeriods.partial().extend({ companyId: Id.optional() }),
  output: RetentionPeriods,
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
  due: z.number().int().describe("What would go"),
  held: z.number().int().describe("What a hold keeps"),
});

export const countDue = endpoint({
  method: "GET",
  path: "/api/retention/due",
  permission: "record:read",
  summary: "How much would go now under these periods; nothing goes by asking",
  details: "Periods in months; without one nothing of its kind is due.",
  query: Proposed,
  output: z.object({
    interactions: Count,
    documents: Count.extend({ cited: z.number().int().describe("Versions that wait for a kept answer") }),
    events: Count,
  }),
});

export const listDue = endpoint({
  method: "GET",
  path: "/api/retention/due/rows",
  permission: "record:read",
  summary: "What of one kind would go now under a period, oldest numbers first",
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
        id: z.number().int().describe("Of the interaction or version; of an event its number"),
        at: Timestamp.describe("When it happened, or the version ended"),
        name: z.string().describe("The theme of the question, the document with its version, the action"),
        kept: z.enum(["hold", "cited"]).nullable().describe("Why it stays although it is due; null: it goes"),
      }),
    ),
    next: z.number().int().nullable().describe("`after` of the next page; null: this is the last"),
  }),
});

export const erasePerson = endpoint({
  method: "POST",
  path: "/api/retention/people/:id",
  permission: "retention:edit",
  summary: "Replace a deactivated person's name by a pseudonym, everywhere and for good",
  details:
    "The name goes at once where the program shows it, and from the record in the background. Questions and answers stay, proved as before, of a person with a number and a pseudonym.",
  params: IdParams,
  output: z.object({ pseudonym: z.string() }),
  stepUp: true,
});
