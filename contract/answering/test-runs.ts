import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, PathId, Timestamp } from "#contract/kernel/values.ts";
import { HeldChange } from "#contract/knowledge/themes.ts";

export const about = "What a change of a theme does to the answers of its test set";

/** Approved answers first, then the latest questions rated good. */
export const mostTested = 500;
/** Questions that a model answers cost tokens twice each. */
export const mostTestedByModel = 50;
export const mostTestRuns = 50;

export const TestRunState = z.enum(["running", "finished", "used", "kept", "seen", "superseded"]);
export type TestRunState = z.infer<typeof TestRunState>;

/** From what matters most. */
export const TestedChange = z.enum(["broken", "failed", "changed", "fixed"]);
export type TestedChange = z.infer<typeof TestedChange>;

export const TestRun = z.object({
  id: Id,
  themeId: Id,
  themeName: z.string(),
  companyName: z.string(),
  kind: z.enum(["document", "settings"]),
  documentName: z.string().nullable(),
  moreDocuments: z.number().int().describe("Others that are tried with it: they arrived together"),
  versionBefore: z.number().int().nullable().describe("null: the document is new"),
  versionAfter: z.number().int().nullable().describe("null: settings change"),
  settingsBefore: HeldChange,
  settingsAfter: HeldChange,
  state: TestRunState.describe(
    "`used` and `kept`: decided. `seen`: it answered at once, and a person has seen the changes. `superseded`: a later change took its place",
  ),
  isHeld: z.boolean().describe("The change waits for a decision"),
  asked: z.number().int(),
  total: z.number().int().describe("Questions of the test set"),
  broken: z.number().int().describe("Right before, wrong with the change"),
  failed: z.number().int().describe("Questions that could not be asked"),
  changed: z.number().int().describe("Other words, neither better nor worse"),
  fixed: z.number().int().describe("Wrong before, right with the change"),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  decidedBy: z.string().nullable().describe("Who decided, or saw the changes"),
  decidedAt: Timestamp.nullable().describe("When it was decided; null: not yet"),
});
export type TestRun = z.output<typeof TestRun>;

const TestedAnswer = z.object({
  outcome: z.enum(["answered", "abstained", "failed"]).describe("`failed`: it could not be asked"),
  text: z.string().describe("The words that answer, or why none do"),
  documentName: z.string().nullable(),
  version: z.number().int().nullable(),
  page: z.number().int().nullable(),
});

export const TestedQuestion = z.object({
  kind: TestedChange,
  question: z.string(),
  approvedId: Id.nullable().describe("The approved answer; null: a question rated good"),
  interactionId: Id.nullable(),
  before: TestedAnswer,
  after: TestedAnswer,
});
export type TestedQuestion = z.output<typeof TestedQuestion>;

export const listTestRuns = endpoint({
  method: "GET",
  path: "/api/test-runs",
  permission: "theme:edit",
  summary: "The latest test runs of a theme, or of all themes, newest first",
  query: z.object({ themeId: PathId.optional(), companyId: PathId.optional() }),
  output: z.array(TestRun).max(mostTestRuns),
});

export const getTestRun = endpoint({
  method: "GET",
  path: "/api/test-runs/:id",
  permission: "theme:edit",
  summary: "A test run with the questions whose answers differ, from right to wrong first",
  params: IdParams,
  output: TestRun.extend({
    suspends: z
      .number()
      .int()
      .describe(
        "Approved answers that the change suspends, while it waits: they rest on versions it replaces",
      ),
    renewable: z.number().int().describe("Of these, answers whose words the new versions also contain"),
    questions: z.array(TestedQuestion).describe("Those whose answers differ"),
  }),
});

export const decideTestRun = endpoint({
  method: "POST",
  path: "/api/test-runs/:id/decide",
  permission: "theme:edit",
  summary: "Use the change or keep the theme as it is; or mark as seen what has changed already",
  params: IdParams,
  body: z.object({
    decision: z
      .enum(["use", "keep", "see"])
      .describe("`use`: it answers from now on. `keep`: it never answers. `see`: it answers already"),
  }),
  output: TestRun,
});
