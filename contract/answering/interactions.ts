import { SpreadsheetFormat } from "#contract/kernel/spreadsheet-format.ts";
import { z } from "zod";
import { HistoryEntry, Mode, Outcome, Rating, RatingReason } from "./answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Role } from "#contract/kernel/permissions.ts";
import { ProviderName } from "#contract/models/providers.ts";
import { Review, ReviewBody, ReviewStatus, ReviewVerdict } from "./reviews.ts";
import {
  Id,
  IdParams,
  KeptTags,
  ListQuery,
  listOf,
  PathId,
  SelectedTags,
  text,
  TimeZone,
  Timestamp,
} from "#contract/kernel/values.ts";

export const about = "What was asked and answered: search, read, review, export";

/** A question is found by a few words; more are a note, and a review has one. */
export const mostReviewTags = 20;

const ReviewTags = z
  .array(z.string())
  .describe("Given by reviewers, in alphabetical order; without the tags that the question was narrowed to");

export const InteractionRow = z.object({
  chat_interactions: z.object({
    id: Id,
    sessionId: z.string(),
    themeId: Id,
    themeName: z.string(),
    companyName: z.string(),
    userQuery: z.string(),
    botResponse: z.string(),
    rating: Rating.nullable(),
    createdAt: Timestamp,
    selectedTags: SelectedTags,
    mode: Mode,
    outcome: Outcome,
    confirmed: z.number().int().describe("Sentences of a model confirmed in the sources"),
    claims: z.number().int().describe("Sentences of a model that were checked; quotes are their own sources"),
    reviewed: z.boolean(),
    reviewTags: ReviewTags,
  }),
  user: z.object({
    email: z.string(),
    name: z.string().describe("The address where no name is known"),
    role: Role,
  }),
});
export type InteractionRow = z.output<typeof InteractionRow>;

const InteractionFilters = ListQuery.extend({
  search: text(200).optional().describe("In questions"),
  answer: text(200).optional().describe("In answers"),
  themeId: PathId.optional(),
  userId: PathId.optional(),
  workspaceId: PathId.optional(),
  from: z.iso.date().optional().describe("First day, in `timeZone`"),
  to: z.iso.date().optional().describe("Last day, in `timeZone`"),
  timeZone: TimeZone.default("UTC"),
  rating: z.enum(["good", "bad", "none", "any"]).optional(),
  outcome: Outcome.optional(),
  mode: Mode.optional(),
  model: text(200).optional().describe("Name of the model that wrote the answer; `-`: unknown"),
  tag: text(60).optional().describe("Narrowed to this tag, or given it by a reviewer"),
  tagGroup: SelectedTags.keyof()
    .optional()
    .describe("With `tag`: only questions narrowed to it in this group"),
  topic: text(60)
    .optional()
    .describe("A topic that the question names or was narrowed to, in lower case; `-`: none"),
  isReduced: z.stringbool().optional().describe("A sentence that no source supports was removed"),
  reviewed: z.stringbool().optional(),
  verdict: ReviewVerdict.optional().describe("The reviewers' verdict in force"),
  documentId: PathId.optional().describe("Only answers that used passages of this document"),
  approvedId: PathId.optional().describe("Only questions answered by this approved answer"),
  citedDocumentId: PathId.optional().describe("Only answers that cite this document"),
  documentVersion: PathId.optional().describe("With `documentId`: only this version"),
});

export const listInteractions = endpoint({
  method: "GET",
  path: "/api/admin/interactions",
  permission: "interaction:list",
  summary: "Questions and answers, newest first",
  query: InteractionFilters,
  output: listOf(InteractionRow),
});

export const listModels = endpoint({
  method: "GET",
  path: "/api/admin/interactions/models",
  permission: "interaction:list",
  summary: "The models that wrote answers, for filtering",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(z.string()),
});

export const listReviewTags = endpoint({
  method: "GET",
  path: "/api/admin/interactions/tags",
  permission: "interaction:list",
  summary: "The tags that reviewers gave to answers, for filtering",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(z.string()),
});

export const exportInteractions = endpoint({
  method: "GET",
  path: "/api/admin/interactions/export",
  permission: "interaction:list",
  summary: "The filtered list, as chat_interactions.csv or .xlsx",
  limit: "export",
  fairQueue: "export",
  query: InteractionFilters.omit({ page: true, pageSize: true }).extend({
    ids: z
      .string()
      .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,499}$/, "Enter up to 500 ids, separated by commas.")
      .transform((ids) => ids.split(",").map(Number))
      .optional()
      .describe("Only these of the filtered list, at most 500"),
    format: SpreadsheetFormat.default("csv"),
  }),
  answers: "spreadsheet",
  stepUp: true,
});

export const SentParameters = z.object({
  maxOutputTokens: z.number().int(),
  temperature: z.number().optional(),
  reasoningEffort: z.string().optional(),
  responseFormat: z
    .string()
    .optional()
    .describe("`json_schema` if the provider held the model to the schema of an answer"),
});

/** The call to the model that wrote an answer; null for answers from before calls were recorded. */
const ModelCall = z.object({
  provider: ProviderName.nullable(),
  asked: z.string().describe("The requested model"),
  answered: z.string().nullable().describe("The model that answered, according to its provider"),
  fingerprint: z.string().nullable().describe("OpenAI's name for the configuration that answered"),
  parameters: SentParameters.nullable().describe("The parameters of the call"),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  tokensEstimated: z
    .boolean()
    .describe("The provider reported no usage because the call ended early; these are our own upper bounds"),
});

export const RemovedSentence = z.object({
  text: z.string(),
  verdict: z.enum(["contradicted", "unsupported"]),
  against: z
    .object({ documentName: z.string(), quote: z.string() })
    .nullable()
    .describe("Words in a source that contradict it"),
});

export const Interaction = HistoryEntry.extend({
  companyName: z.string(),
  user: z.object({ id: Id, email: z.string(), name: z.string(), role: Role }),
  askedThrough: z
    .string()
    .nullable()
    .describe(
      "The client that asked with the person's own access token, by its id at the identity provider; null for questions asked here and with keys",
    ),
  endUser: z.string().nullable().describe("The person a program asked for, in its words"),
  model: z.string().nullable().describe("The model that answered"),
  modelCall: ModelCall.nullable(),
  removed: z
    .array(RemovedSentence)
    .describe("Sentences the model wrote that were removed because no source supports them"),
  files: z
    .array(z.object({ documentId: Id, version: z.number().int(), sha256: z.string() }))
    .describe("The source versions, each with the hash of its file"),
  ratingReason: RatingReason.nullable().describe("Why the asker rated it bad"),
  feedback: z.string().nullable().describe("The asker's comment on the rating"),
  reviewTags: ReviewTags,
  reviews: z.array(Review).describe("Newest first; while a second opinion is pending, only the caller's own"),
  reviewStatus: ReviewStatus.nullable().describe("Its state on the review desk; null: not on it"),
  reviewRefusal: z
    .string()
    .nullable()
    .describe("Why the next verdict must come from someone else; null: the caller can give it"),
});
export type Interaction = z.output<typeof Interaction>;

export const getInteraction = endpoint({
  method: "GET",
  path: "/api/admin/interactions/:id",
  permission: "interaction:list",
  summary: "One interaction with its sources as they were at the time",
  params: IdParams,
  output: Interaction,
});

export const reviewInteraction = endpoint({
  method: "PUT",
  path: "/api/admin/interactions/:id/review",
  permission: "interaction:review",
  summary:
    "Record a verdict with a note and corrected answer, kept separate from the rating and the recorded answer",
  params: IdParams,
  body: ReviewBody,
  output: Interaction,
});

export const tagInteraction = endpoint({
  method: "POST",
  path: "/api/admin/interactions/:id/tags",
  permission: "interaction:review",
  summary: "Add reviewers' tags to an interaction and remove others, by which it is found again",
  params: IdParams,
  body: z.object({
    add: KeptTags.default([]).describe("One that it has in other capitals stays as it is"),
    remove: KeptTags.default([]).describe("In whatever capitals"),
  }),
  output: z.object({
    reviewTags: ReviewTags,
    changed: z.boolean().describe("False: it had them so already"),
  }),
});
