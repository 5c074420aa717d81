import { z } from "zod";
import { Outcome } from "#contract/answering/answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Interaction } from "#contract/answering/interactions.ts";
import { RecordBundle, RecordEvent, RecordProof } from "./record.ts";
import { inviteUser } from "#contract/identity/users.ts";
import {
  Email,
  Id,
  IdParams,
  KnownVersion,
  PathId,
  requiredProse,
  text,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about = "Outside examiners, who read part of the record for a purpose and until a set day";
export const screens = ["/examiners", "/examination"];

const Scope = z.object({
  purpose: requiredProse(1000, "Say what the examination is for."),
  from: z.iso.date().describe("First day of the readable period, UTC"),
  to: z.iso.date().describe("Last day of the readable period, UTC"),
  themeIds: z
    .array(Id)
    .max(200)
    .default([])
    .describe("Empty: every theme, and records that belong to no theme"),
  endsOn: z.iso.date().describe("The last day the examiner has access, UTC"),
});

export const Examination = z.object({
  purpose: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  themes: z.array(z.object({ id: Id, name: z.string() })).describe("Empty: every theme"),
  endsOn: z.iso.date(),
  isOpen: z.boolean(),
});
export type Examination = z.output<typeof Examination>;

export const Examiner = Examination.extend({
  id: Id,
  name: z.string(),
  email: z.string(),
  version: Version,
  lookedAt: Timestamp.nullable().describe("The last access on record; null: none yet"),
});
export type Examiner = z.output<typeof Examiner>;

export const listExaminers = endpoint({
  method: "GET",
  path: "/api/examiners",
  permission: "examiner:edit",
  summary: "Examiners of a company, those with access first",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(Examiner),
});

export const inviteExaminer = endpoint({
  method: "POST",
  path: "/api/examiners",
  permission: "examiner:edit",
  summary: "Invite an outside examiner to read part of the record, for a stated purpose and until a set day",
  status: 201,
  body: Scope.extend({
    email: Email,
    firstName: text(100).default(""),
    lastName: text(100).default(""),
    companyId: Id.optional(),
  }),
  output: inviteUser.output,
  stepUp: true,
});

export const updateExaminer = endpoint({
  method: "PUT",
  path: "/api/examiners/:id",
  permission: "examiner:edit",
  summary: "Change the purpose, period, themes or end date; omitted fields keep their values",
  params: IdParams,
  body: Scope.extend({ themeIds: z.array(Id).max(200), version: KnownVersion }).partial(),
  output: Examiner,
  stepUp: true,
});

export const endExamination = endpoint({
  method: "DELETE",
  path: "/api/examiners/:id",
  permission: "examiner:edit",
  summary: "End an examination now; the examiner can no longer sign in",
  params: IdParams,
  output: Examiner,
});

export const getExamination = endpoint({
  method: "GET",
  path: "/api/examination",
  permission: "examination:read",
  summary: "What the caller can examine, why, and until when",
  output: Examination.extend({
    companyName: z.string(),
    askedThemes: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe("Its themes with questions in its period, by name, at most 500"),
  }),
});

/** Each access states a reason, which is recorded with it. */
const Look = z.object({
  reason: requiredProse(500, "Say why you are looking at this.").describe("Recorded"),
});
const Page = Look.extend({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const next = z.number().int().nullable().describe("`before` of the next page; null: this is the last page");

export const listExaminedAnswers = endpoint({
  method: "GET",
  path: "/api/examination/answers",
  permission: "examination:read",
  summary: "Questions and answers of the examination, newest first",
  query: Page,
  output: z.object({
    rows: z.array(
      z.object({
        interactionId: Id,
        at: Timestamp,
        question: z.string(),
        person: z.string(),
        theme: z.string(),
        outcome: Outcome,
      }),
    ),
    next,
  }),
});

export const getExaminedAnswer = endpoint({
  method: "GET",
  path: "/api/examination/answers/:id",
  permission: "examination:read",
  conflicts: true,
  summary: "One answer as it was given, with its sources verbatim and its proof",
  params: IdParams,
  query: Look,
  output: z.object({
    interaction: Interaction,
    proof: RecordProof.nullable().describe("null: it was given before answers were logged"),
  }),
});

export const listExaminedEvents = endpoint({
  method: "GET",
  path: "/api/examination/events",
  permission: "examination:read",
  summary: "Who did what within the examination, newest first",
  query: Page,
  output: z.object({ rows: z.array(RecordEvent), next }),
});

export const createExaminationBundle = endpoint({
  method: "POST",
  path: "/api/examination/bundles",
  permission: "examination:read",
  summary: "Make a bundle of the examination, or of some of its days and themes, in the background",
  limit: "export",
  body: Look.extend({
    from: z.iso.date().optional().describe("First day, UTC; without it the examination's"),
    to: z.iso.date().optional().describe("Last day, UTC; without it the examination's"),
    themeIds: z.array(Id).max(200).default([]).describe("Themes of the examination; empty: all of them"),
  }),
  output: RecordBundle,
  status: 202,
});

export const listExaminationBundles = endpoint({
  method: "GET",
  path: "/api/examination/bundles",
  permission: "examination:read",
  summary: "The caller's own bundles of the last week, newest first, with their progress",
  output: z.array(RecordBundle),
});

export const getExaminationBundleFile = endpoint({
  method: "GET",
  path: "/api/examination/bundles/:id/file",
  permission: "examination:read",
  conflicts: true,
  summary: "One of the caller's own bundles, as a ZIP archive",
  limit: "export",
  params: IdParams,
  query: Look,
  answers: { file: ["application/zip"] },
  stepUp: true,
});
