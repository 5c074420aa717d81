import { z } from "zod";
import { TestRun } from "./test-runs.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, PathId, text, TimeZone, Timestamp } from "#contract/kernel/values.ts";

export const about = "One list of work on answers: declined, rated bad, suspended, due";

export const DeskKind = z.enum([
  "declined",
  "bad_rating",
  "disagreement",
  "test_run",
  "approval",
  "suspended",
  "due",
  "said_same",
]);
export type DeskKind = z.infer<typeof DeskKind>;

export const DeskItem = z.object({
  kind: DeskKind.describe(
    "`declined`: the documents didn't answer it. `approval`: an answer waits for approval. `suspended` and `due`: approved answers. `said_same`: askers say that an approved answer answers their questions, too. `disagreement`: answers showed two documents with different figures, and both still answer. `test_run`: a change of a theme that waits, or that changed answers",
  ),
  question: z.string().describe("Of a test run: what changes"),
  themeId: Id,
  themeName: z.string(),
  companyName: z.string(),
  times: z
    .number()
    .int()
    .describe("Questions that ask the same; of a test run, those whose answers become wrong or fail"),
  people: z.number().int().describe("People who asked them"),
  firstAt: Timestamp.describe("Since when it waits"),
  lastAt: Timestamp.describe("The latest question, or the state's beginning"),
  owner: z.object({ id: Id, name: z.string() }).nullable().describe("Its owner; null: none yet"),
  expert: z
    .object({ name: z.string(), answer: z.string().nullable().describe("null: not answered yet") })
    .nullable()
    .describe("The person who was asked last"),
  interactionId: Id.nullable().describe(
    "The newest of these questions; of a group with declined ones, of these",
  ),
  ratedId: Id.nullable().describe("The newest of their answers that was rated bad and waits for review"),
  approvedId: Id.nullable().describe("The approved answer"),
  testRun: TestRun.nullable(),
  documents: z
    .array(z.object({ id: Id, name: z.string(), quote: z.string() }))
    .describe("The two that disagree, each with its words; else empty"),
});
export type DeskItem = z.output<typeof DeskItem>;

export const listDesk = endpoint({
  method: "GET",
  path: "/api/desk",
  permission: "interaction:review",
  summary: "Open work of answer owners, most asked first",
  details:
    "Declined questions of the last 90 days and answers rated bad are grouped by what they ask; a group with both is `declined` and has a `ratedId`. At most 200 of each kind.",
  query: z.object({
    companyId: PathId.optional(),
    search: text(200).optional().describe("In questions, and in the names of documents that disagree"),
    themeId: PathId.optional(),
    kind: DeskKind.optional(),
    owner: z.enum(["me", "nobody"]).or(PathId).optional().describe("You, nobody yet, or a person"),
    from: z.iso.date().optional().describe("Waits since this day or later questions, in `timeZone`"),
    to: z.iso.date().optional().describe("Began on this day or before, in `timeZone`"),
    timeZone: TimeZone.default("UTC"),
  }),
  output: z.array(DeskItem),
});

export const countDesk = endpoint({
  method: "GET",
  path: "/api/desk/count",
  permission: "interaction:review",
  summary: "How many rows the desk has",
  query: z.object({ companyId: PathId.optional() }),
  output: z.object({ waiting: z.number().int().describe("Open items") }),
});

export const closeDeclined = endpoint({
  method: "POST",
  path: "/api/admin/interactions/:id/close",
  permission: "interaction:review",
  summary:
    "Close a declined question and all that ask the same, or a conflict between two documents; everyone who asked is notified",
  params: IdParams,
  output: z.object({
    closed: z.number().int().describe("Questions closed"),
    told: z.number().int().describe("People notified"),
  }),
});
