import { z } from "zod";
import { AnswerEvent, maximumQuestion } from "./answers.ts";
import {
  ApprovedState,
  createApprovedAnswer,
  retireApprovedAnswer,
  suspendApprovedAnswer,
  updateApprovedAnswer,
} from "./approved-answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Id,
  IdParams,
  PathId,
  requiredProse,
  SelectedTags,
  text,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about = "For programs with an API key: few calls, small and stable";

/** The calls for other programs: few, small, and stable. Their errors are problem details (RFC 9457). */
export const programPath = "/api/v1/";

const takesKeys = true as const;

export const ProgramTheme = z.object({
  id: Id,
  name: z.string(),
  purpose: z.string(),
  isOpen: z.boolean().describe("false: an inactive theme cannot be asked"),
  documents: z.number().int(),
});

export const listProgramThemes = endpoint({
  method: "GET",
  path: "/api/v1/themes",
  permission: "theme:list",
  summary: "Themes the caller can access",
  takesKeys,
  limit: "program",
  output: z.object({ themes: z.array(ProgramTheme) }),
});

export const ProgramCitation = z.object({
  number: z.number().int().describe("The mark in the text: `[1]`"),
  quote: z.string().describe("Words of the source, verbatim"),
  document: z.object({ id: Id, name: z.string(), version: z.number().int() }),
  page: z.number().int().nullable().describe("The number a PDF reader shows; null for Word and text"),
  section: z.string().nullable(),
  url: z.url().describe("Opens the cited page as text, with the same key"),
});

export const ProgramSentence = z.object({
  text: z.string(),
  citations: z.array(z.number().int()),
  limitedBy: z
    .string()
    .nullable()
    .describe("Words of its source that limit it and that it leaves out: pass them on with it"),
  appliesYourFigures: z
    .boolean()
    .describe("It applies a figure of the question to the rule that its citation states"),
  check: z
    .enum(["quoted", "supported", "open", "unchecked"])
    .describe(
      "`quoted`: words of the source. `supported`: a source says it. `open`: its source does not contradict it, but it was not checked word for word. `unchecked`: the check ran out of time",
    ),
});

export const ProgramAnswer = z.object({
  id: Id,
  outcome: z
    .enum(["answered", "declined", "failed"])
    .describe("`declined`: the documents do not answer the question. This is an answer: pass it on"),
  text: z.string().describe("Markdown with marks `[1]`"),
  sentences: z.array(ProgramSentence),
  citations: z.array(ProgramCitation),
  note: z.string().nullable().describe("Why nothing was answered, or notes on the answer"),
  writtenBy: z.enum(["model", "quotes", "reviewer"]),
  approval: z
    .object({ by: z.string(), at: Timestamp })
    .nullable()
    .describe("With `writtenBy` reviewer: who approved the answer, and when"),
  correction: z
    .object({
      text: z.string(),
      citations: z.array(ProgramCitation).describe("By the marks of its text; empty if it has none"),
      reviewedAt: Timestamp,
    })
    .nullable()
    .describe("The reviewer's replacement for the answer"),
  askedAt: Timestamp,
});
export type ProgramAnswer = z.output<typeof ProgramAnswer>;

/** The reply to a greeting or thanks, in the shape of an answer. It is not a question, so nothing is recorded. */
export const ProgramGreeting = z.object({
  id: z.null(),
  outcome: z.literal("greeting").describe("Not a question: nothing was searched or recorded"),
  text: z.string().describe("One sentence that invites a question"),
  questions: z.array(z.string()).describe("At most three questions that the documents answer"),
  sentences: z.array(ProgramSentence).length(0),
  citations: z.array(ProgramCitation).length(0),
});
export type ProgramGreeting = z.output<typeof ProgramGreeting>;

/** Events of a streamed answer; the last one is always `done`, `greeting` or `failed`. */
export const ProgramEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), id: Id }),
  z.object({ type: z.literal("delta"), text: z.string() }),
  z
    .object({ type: z.literal("restarted"), note: z.string() })
    .describe("Discard what has arrived so far; the answer starts over"),
  z.object({ type: z.literal("done"), answer: ProgramAnswer }),
  z
    .object({ type: z.literal("greeting"), greeting: ProgramGreeting })
    .describe("The only event of its stream"),
  z.object({ type: z.literal("failed"), id: Id.nullable(), error: z.string() }),
]);
export type ProgramEvent = z.output<typeof ProgramEvent>;
export type { AnswerEvent };

export const createProgramAnswer = endpoint({
  method: "POST",
  path: "/api/v1/answers",
  permission: "theme:ask",
  summary: "Ask a theme",
  details:
    "With `Accept: text/event-stream`, the answer arrives as events while it is written; the last one is `done`, `greeting` or `failed`. With an `Idempotency-Key` header (up to 255 characters, kept for a day), repeating a question returns the existing answer, and the question is asked only once. A message that only greets or thanks is not a question: `outcome` is `greeting`, and nothing is recorded.",
  status: 201,
  takesKeys,
  repeats: "own",
  limit: "ask",
  body: z.object({
    themeId: Id,
    question: requiredProse(maximumQuestion, "Send a question."),
    conversation: text(80)
      .optional()
      .describe("Your name for the conversation: questions with the same name can follow up on each other"),
    endUser: text(200)
      .optional()
      .describe(
        "The person on whose behalf you ask, by any name you choose, such as a customer number; kept in the record",
      ),
    tags: SelectedTags.prefault({}).describe("Only documents with these tags are searched"),
  }),
  output: z.union([ProgramAnswer, ProgramGreeting]),
  events: ProgramEvent,
});

export const getProgramAnswer = endpoint({
  method: "GET",
  path: "/api/v1/answers/:id",
  permission: "history:read",
  summary: "An answer to your own question, with its correction if a reviewer wrote one",
  takesKeys,
  limit: "program",
  params: IdParams,
  output: ProgramAnswer,
});

export const mostPassages = 30;

export const findPassages = endpoint({
  method: "POST",
  path: "/api/v1/passages",
  permission: "source:read",
  summary: "The passages of a theme that best match a question, without an answer",
  takesKeys,
  limit: "ask",
  body: z.object({
    themeId: Id,
    question: requiredProse(maximumQuestion, "Send a question."),
    tags: SelectedTags.prefault({}),
    limit: z.number().int().min(1).max(mostPassages).default(10),
  }),
  output: z.object({
    passages: z.array(
      ProgramCitation.omit({ number: true, quote: true }).extend({
        text: z.string(),
        score: z.number().describe("0 to 1: how well the passage fits the question"),
      }),
    ),
  }),
});

export const ProgramApprovedAnswer = z.object({
  id: Id,
  version: Version,
  themeId: Id,
  question: z.string(),
  otherQuestions: z.array(z.string()).describe("Other ways to ask it"),
  text: z.string().describe("Markdown with marks `[1]`"),
  citations: z.array(ProgramCitation),
  tags: SelectedTags,
  state: ApprovedState.describe(
    "`proposed`: waits for a person's approval. `active`: answers. `suspended`: its documents no longer contain its words, or it was stopped. `retired`: ended",
  ),
  reason: z.string().describe("Why it is suspended or retired"),
  approvedBy: z.string().nullable(),
  approvedAt: Timestamp.nullable(),
  ownerId: Id.describe("The administrator who looks after it"),
  reviewOn: z.iso.date().nullable(),
  timesUsed: z.number().int().describe("Questions that it answered"),
});

export const listProgramApprovedAnswers = endpoint({
  method: "GET",
  path: "/api/v1/approved-answers",
  permission: "approved-answer:list",
  summary: "Approved answers of a theme, those waiting for someone first",
  takesKeys,
  limit: "program",
  query: z.object({
    themeId: PathId,
    state: ApprovedState.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ approvedAnswers: z.array(ProgramApprovedAnswer), total: z.number().int() }),
});

export const getProgramApprovedAnswer = endpoint({
  method: "GET",
  path: "/api/v1/approved-answers/:id",
  permission: "approved-answer:list",
  summary: "An approved answer with its sources",
  takesKeys,
  limit: "program",
  params: IdParams,
  output: ProgramApprovedAnswer,
});

export const createProgramApprovedAnswer = endpoint({
  method: "POST",
  path: "/api/v1/approved-answers",
  permission: "approved-answer:edit",
  summary: "Propose an approved answer; it answers once a person has approved it",
  status: 201,
  takesKeys,
  limit: "program",
  body: createApprovedAnswer.body,
  output: ProgramApprovedAnswer,
});

export const updateProgramApprovedAnswer = endpoint({
  method: "PUT",
  path: "/api/v1/approved-answers/:id",
  permission: "approved-answer:edit",
  summary:
    "Change an approved answer; omitted fields keep their values, and new words wait for a person's approval",
  takesKeys,
  limit: "program",
  params: IdParams,
  body: updateApprovedAnswer.body,
  output: ProgramApprovedAnswer,
});

export const suspendProgramApprovedAnswer = endpoint({
  method: "POST",
  path: "/api/v1/approved-answers/:id/suspend",
  permission: "approved-answer:edit",
  summary: "Stop an approved answer; a person can renew it",
  takesKeys,
  limit: "program",
  params: IdParams,
  body: suspendApprovedAnswer.body,
  output: ProgramApprovedAnswer,
});

export const retireProgramApprovedAnswer = endpoint({
  method: "POST",
  path: "/api/v1/approved-answers/:id/retire",
  permission: "approved-answer:edit",
  summary: "End an approved answer; it stays on record",
  takesKeys,
  limit: "program",
  params: IdParams,
  body: retireApprovedAnswer.body,
  output: ProgramApprovedAnswer,
});
