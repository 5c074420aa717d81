import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Done,
  Id,
  ModelType,
  PathId,
  prose,
  requiredProse,
  requiredText,
  SelectedTags,
  text,
  Timestamp,
} from "#contract/kernel/values.ts";

export const about = "Ask a theme, stream the answer, rate it, open what it cites";
export const screens = ["/agent-workbench"];

export const maximumQuestion = 4000;

export const Rating = z.enum(["good", "bad"]);
export type Rating = z.infer<typeof Rating>;

/** What the asker missed in an answer rated bad. */
export const RatingReason = z.enum(["wrong", "incomplete", "out_of_date", "not_asked"]);
export type RatingReason = z.infer<typeof RatingReason>;

export const Outcome = z.enum(["answered", "abstained", "failed"]);
export type Outcome = z.infer<typeof Outcome>;
export const Mode = z.enum(["model", "extractive", "approved"]);
export type Mode = z.infer<typeof Mode>;

/** A range of a text, in UTF-16 code units. */
export const Span = z.object({ start: z.number().int(), end: z.number().int() });

export const Citation = z.object({
  marker: z.number().int().describe("The footnote mark in the answer"),
  documentId: Id,
  documentName: z.string(),
  version: z.number().int(),
  uploadedOn: z.iso.date().nullable().describe("The day this version was uploaded, in UTC"),
  score: z
    .number()
    .describe(
      "0 to 1: the chance that a quoted passage answers the question; of any other source, that the search found the right one",
    ),
  page: z.number().int().nullable().describe("The number a PDF reader shows; null for Word and text"),
  section: z.string().nullable(),
  quote: z
    .string()
    .describe("The words that support the sentence, verbatim; for a quoted passage, all of it"),
  answering: z
    .array(Span)
    .describe(
      "Ranges of the quote that answer the question, in its order and apart from each other; empty if the whole quote does",
    ),
  passage: z.string().describe("The passage as it was when the answer was given"),
  pageIndex: z.number().int().describe("Position of the page in the document, from 0"),
});
export type Citation = z.output<typeof Citation>;

/** A passage that was found but not cited: where to look when the documents do not answer. */
export const NearPassage = Citation.omit({ marker: true, quote: true, answering: true }).extend({
  closest: Span.nullable().describe("Its words closest to the question; null when it is only headings"),
});
export type NearPassage = z.output<typeof NearPassage>;

/**
 * `supported`: a source says it. `open`: its source does not contradict it, but it was not checked word for word.
 * `unchecked`: the check against its source ran out of time. `unsupported` and `contradicted` sentences are removed;
 * only answers given before that rule show them.
 */
export const Verdict = z.enum(["supported", "open", "contradicted", "unsupported", "unchecked"]);
export type Verdict = z.infer<typeof Verdict>;

/** One sentence of an answer and what its sources say about it. Offsets are UTF-16 code units of `response`. */
export const Claim = z.object({
  start: z.number().int(),
  end: z.number().int(),
  markers: z.array(z.number().int()),
  verdict: Verdict,
  condition: z
    .string()
    .optional()
    .describe("Words of its source that limit it and that it leaves out, verbatim"),
  isApplied: z
    .boolean()
    .optional()
    .describe("It applies a figure of the question to the rule that its source states"),
});
export type Claim = z.output<typeof Claim>;

export const Timings = z.object({
  retrievalMs: z.number(),
  firstTokenMs: z.number().nullable(),
  totalMs: z.number(),
});

/** The heading in a quoted answer above the passages that a screen collapses. */
export const foldHeading = "**More passages**";

/** An approved answer given to a question, or shown with its answer. */
export const GivenApproved = z.object({
  id: Id,
  question: z.string().describe("The question it was approved for"),
  approvedBy: z.string(),
  approvedAt: Timestamp,
});
export type GivenApproved = z.output<typeof GivenApproved>;

export const SimilarApproved = GivenApproved.extend({
  answer: z.string().describe("Markdown with the footnote marks of its own citations"),
  citations: z.array(Citation.omit({ answering: true, score: true })),
  isSaidSame: z.boolean().describe("The asker says that it answers the question"),
});
export type SimilarApproved = z.output<typeof SimilarApproved>;

export const Answer = z.object({
  interactionId: Id,
  response: z
    .string()
    .describe("Markdown with footnote marks '[1]'; of a model's answer, only the supported sentences"),
  citations: z.array(Citation),
  claims: z.array(Claim),
  mode: Mode,
  outcome: Outcome,
  reason: z
    .string()
    .nullable()
    .describe("Why nothing was answered; with an answer, notes on it: sentences removed, parts not answered"),
  nearest: z.array(NearPassage).describe("When nothing was answered: the closest passages, at most 3"),
  approved: GivenApproved.nullable().describe("With `mode` approved: who approved this answer, and when"),
  similarApproved: z
    .array(SimilarApproved)
    .describe("Approved answers to similar questions: they don't answer this one, and may help"),
  fallback: z.string().nullable().describe("Why the theme's own model did not answer, as a sentence"),
  timings: Timings,
});
export type Answer = z.output<typeof Answer>;

/** Quotes from the documents, shown while a model writes until its first checked sentence. */
export const Quotes = Answer.pick({ response: true, citations: true, claims: true });
export type Quotes = z.output<typeof Quotes>;

/** The reply to a greeting or thanks, which is not a question: nothing is recorded, counted or rated. */
export const Greeting = z.object({
  interactionId: z.null(),
  outcome: z.literal("greeting").describe("Not a question: nothing was searched or recorded"),
  response: z.string().describe("One sentence that invites a question"),
  questions: z.array(z.string()).describe("At most three questions that the documents answer"),
  citations: z.array(Citation).length(0),
});
export type Greeting = z.output<typeof Greeting>;

/** Whether a failure's sentence advises to ask again; where that cannot help, it says who can do what. */
export function advisesAskingAgain(sentence: string): boolean {
  return /\bask again\b/i.test(sentence);
}

/** Events of a streamed answer; the last one is always `done`, `greeting` or `failed`. */
export const AnswerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), interactionId: Id }),
  z
    .object({ type: z.literal("quotes"), quotes: Quotes })
    .describe("Before a model's first sentence: the documents' own words meanwhile"),
  z
    .object({ type: z.literal("delta"), text: z.string() })
    .describe("Checked words only: a quote, or a sentence of a model that its source confirms word for word"),
  z.object({ type: z.literal("citation"), citation: Citation }),
  z
    .object({ type: z.literal("fallback"), reason: z.string() })
    .describe("Discard what has arrived so far; the answer starts over by another method"),
  z.object({ type: z.literal("done"), answer: Answer }),
  z.object({ type: z.literal("greeting"), greeting: Greeting }).describe("The only event of its stream"),
  z.object({ type: z.literal("failed"), interactionId: Id.nullable(), error: z.string() }),
]);
export type AnswerEvent = z.output<typeof AnswerEvent>;

export const ask = endpoint({
  method: "POST",
  path: "/api/chat",
  permission: "theme:ask",
  summary: "Ask a theme",
  details:
    "With `Accept: text/event-stream`, the same answer arrives as typed events while it is written: of a model's answer, only sentences that their source confirms; the others follow with `done`, once they are judged. A question that the documents do not answer gets an answer too: `outcome` is then `abstained`. A message that only greets or thanks is not a question: `outcome` is `greeting`, and nothing is recorded.",
  limit: "ask",
  body: z.object({
    themeId: Id.describe("The theme to ask"),
    userQuery: requiredProse(maximumQuestion, "Type a question first.").describe(
      "The question, in plain language",
    ),
    selectedTags: SelectedTags.nullish()
      .transform((tags) => tags ?? SelectedTags.parse({}))
      .describe("Only documents that have one of these tags, of each group with any, are searched"),
    sessionId: requiredText(80, "A chat needs a session id.").describe(
      "Your name for the chat: questions with the same name can follow up on each other",
    ),
  }),
  output: z.union([Answer, Greeting]),
  events: AnswerEvent,
});

export const stopAnswer = endpoint({
  method: "POST",
  path: "/api/chat/:interactionId/stop",
  permission: "theme:ask",
  summary: "Stop your own answer while it is being written",
  params: z.object({ interactionId: PathId }),
  output: z.object({ stopped: z.boolean() }),
});

export const rateAnswer = endpoint({
  method: "POST",
  path: "/api/chat/:interactionId/rate",
  permission: "answer:rate",
  limit: "rating",
  summary: "Rate your own answer good or bad, or remove the rating",
  params: z.object({ interactionId: PathId }),
  body: z.object({
    rating: Rating.nullable().describe("null removes the rating"),
    reason: RatingReason.optional().describe("Only with a bad rating"),
    feedback: prose(2000).optional(),
  }),
  output: Done,
});

export const getCitationPicture = endpoint({
  method: "GET",
  path: "/api/chat/:interactionId/picture",
  permission: "source:read",
  summary: "The part of the cited page around one source's words, as a picture",
  details: "A PNG of 720 by 288 pixels from the cited version, with the words highlighted.",
  params: z.object({ interactionId: PathId }),
  query: z.object({ marker: PathId.default(1).describe("The footnote mark") }),
  answers: { file: ["image/png"] },
  emptyWhen: "The file is not a PDF, or the page does not contain the words as text.",
});

export const HistoryEntry = Answer.extend({
  themeId: Id,
  themeName: z.string(),
  modelType: ModelType,
  sessionId: z.string(),
  userQuery: z.string(),
  selectedTags: SelectedTags,
  rating: Rating.nullable(),
  createdAt: Timestamp,
  correction: z
    .object({
      verdict: z.enum(["incomplete", "wrong", "source_wrong"]),
      text: z.string().describe("The reviewer's replacement for the answer; may be empty"),
      citations: SimilarApproved.shape.citations.describe(
        "The words that it rests on, by its marks, if it was approved for the next person; else empty",
      ),
      reviewedAt: Timestamp,
    })
    .nullable()
    .describe("What a review found wrong; the recorded answer does not change"),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const listHistory = endpoint({
  method: "GET",
  path: "/api/chat/history",
  permission: "history:read",
  summary: "Your own questions and answers, newest first",
  query: z.object({
    search: text(200).optional(),
    sessionId: text(80).optional(),
    themeId: PathId.optional(),
    before: PathId.optional().describe("Only entries older than this interaction"),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  output: z.array(HistoryEntry),
});

/** Passages shown when the documents do not answer the question. */
export const nearestShown = 3;
