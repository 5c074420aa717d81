import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, PathId, requiredProse, Timestamp } from "#contract/kernel/values.ts";

export const about = "Data kept beyond its retention period";

const HoldConditions = z.object({
  userId: Id.optional().describe("This person's questions, actions and uploads"),
  themeId: Id.optional(),
  documentId: Id.optional().describe("The document, and answers based on it"),
  from: z.iso.date().optional().describe("First day, UTC"),
  to: z.iso.date().optional().describe("Last day, UTC"),
});

const Named = z.object({ id: Id, name: z.string() });

export const Hold = z.object({
  id: Id,
  person: Named.nullable(),
  theme: Named.nullable(),
  document: Named.nullable(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  reason: z.string(),
  setBy: z.string(),
  setAt: Timestamp,
  lifted: z
    .object({ by: z.string(), at: Timestamp, reason: z.string() })
    .nullable()
    .describe("null: the hold is active"),
});
export type Hold = z.output<typeof Hold>;

export const listHolds = endpoint({
  method: "GET",
  path: "/api/holds",
  permission: "record:read",
  summary: "Holds, active ones first, then the newest",
  query: z.object({
    companyId: PathId.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(20),
  }),
  output: z.object({ rows: z.array(Hold), total: z.number().int() }),
});

export const createHold = endpoint({
  method: "POST",
  path: "/api/holds",
  permission: "hold:edit",
  summary: "Protect records that meet all these conditions from erasure",
  body: HoldConditions.extend({
    companyId: Id.optional(),
    reason: requiredProse(1000, "Say why this is held."),
  }),
  output: Hold,
  status: 201,
});

export const liftHold = endpoint({
  method: "POST",
  path: "/api/holds/:id/lift",
  permission: "hold:edit",
  summary: "Lift a hold; records then due are erased the following night",
  params: IdParams,
  body: z.object({ reason: requiredProse(1000, "Say why the hold is lifted.") }),
  output: Hold,
  stepUp: true,
});
