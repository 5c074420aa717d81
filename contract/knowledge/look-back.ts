import { SpreadsheetFormat } from "#contract/kernel/spreadsheet-format.ts";
import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, PathId, Timestamp } from "#contract/kernel/values.ts";

export const about = "Find the answers that cite a document, and the people who received them";
export const screens = ["/look-back"];

/** Which part of a document: a version, or a page or passage of it; if omitted, all versions. */
const Part = z.object({
  version: PathId.optional(),
  pageIndex: z.coerce.number().int().min(0).max(1_000_000).optional().describe("Page of `version`, from 0"),
  passage: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .describe("Passage of `version`, by number from 0"),
});
const Page = Part.extend({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
});

export const getLookBack = endpoint({
  method: "GET",
  path: "/api/documents/:id/look-back",
  permission: "interaction:list",
  summary: "How many answers cite a document, version, page or passage, and how many people received them",
  details: "Includes deleted documents. Answers erased under the company's retention are not counted.",
  params: IdParams,
  query: Part,
  output: z.object({
    name: z.string(),
    companyId: Id,
    versions: z.array(z.number().int()).describe("Newest first"),
    answers: z.number().int(),
    people: z.number().int().describe("Distinct"),
  }),
});

export const LookBackPerson = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  isActive: z.boolean().describe("false: cannot sign in any longer, and is not notified"),
  answers: z.number().int(),
  lastAt: Timestamp,
});
export type LookBackPerson = z.output<typeof LookBackPerson>;

export const listLookBackPeople = endpoint({
  method: "GET",
  path: "/api/documents/:id/look-back/people",
  permission: "interaction:list",
  summary: "Everyone who received an answer that cites it, most recent first",
  params: IdParams,
  query: Page,
  output: z.object({ rows: z.array(LookBackPerson), total: z.number().int() }),
});

export const LookBackAnswer = z.object({
  interactionId: Id,
  at: Timestamp,
  question: z.string(),
  person: z.string(),
  version: z.number().int(),
  pages: z.array(z.number().int()).describe("The cited pages' numbers, in formats where a reader shows them"),
  approved: z
    .object({ id: Id, version: z.number().int(), by: z.string(), at: Timestamp })
    .nullable()
    .describe("The approved answer that it was, as it stood at that moment; null: another answer"),
});
export type LookBackAnswer = z.output<typeof LookBackAnswer>;

export const listLookBackAnswers = endpoint({
  method: "GET",
  path: "/api/documents/:id/look-back/answers",
  permission: "interaction:list",
  summary: "Every answer that cites it, newest first",
  params: IdParams,
  query: Page,
  output: z.object({ rows: z.array(LookBackAnswer), total: z.number().int() }),
});

export const exportLookBack = endpoint({
  method: "GET",
  path: "/api/documents/:id/look-back/export",
  permission: "interaction:list",
  summary: "Each citation with its answer and recipient, as look-back.csv or .xlsx",
  limit: "export",
  fairQueue: "export",
  params: IdParams,
  query: Part.extend({ format: SpreadsheetFormat.default("csv") }),
  answers: "spreadsheet",
  stepUp: true,
});

export const ChangedRule = z.object({
  version: z.number().int().describe("The cited version"),
  passage: z.number().int(),
  section: z.string(),
  page: z.number().int().nullable(),
  before: z.string().describe("The words that were quoted"),
  after: z.string().nullable().describe("The closest words of the version in force; null: none are close"),
  people: z.number().int().describe("Active people who received it"),
  told: z.number().int().describe("How many of them have been notified"),
});
export type ChangedRule = z.output<typeof ChangedRule>;

/** At most this many changed passages are examined; a rewritten document has more and is announced as a whole. */
export const mostChangedRules = 200;

export const listChangedRules = endpoint({
  method: "GET",
  path: "/api/documents/:id/look-back/changes",
  permission: "interaction:list",
  summary:
    "Cited words of earlier versions that are missing from the version in force, next to its closest words",
  params: IdParams,
  output: z.object({
    version: z.number().int().nullable().describe("The version in force; null: none has been read yet"),
    rows: z.array(ChangedRule),
  }),
});

export const notifyOfChangedRules = endpoint({
  method: "POST",
  path: "/api/documents/:id/look-back/notices",
  permission: "document:edit",
  summary:
    "Notify everyone who received changed words, old and new side by side; each person once per change",
  params: IdParams,
  status: 202,
  output: z.object({ notices: z.number().int().describe("Notifications being sent") }),
});
