import { z } from "zod";
import { Outcome, Rating } from "./answers.ts";
import { ChosenCitation, mostCitations, ReviewDay, Vouched } from "./approved-answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Id,
  IdParams,
  KnownVersion,
  listOf,
  ListQuery,
  PathId,
  prose,
  SelectedTags,
  text,
  Timestamp,
  TimeZone,
  Version,
} from "#contract/kernel/values.ts";

export const about = "The desk where answers are reviewed";

export const ReviewVerdict = z.enum(["correct", "incomplete", "wrong", "source_wrong"]);
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

/** The part a review plays among the reviews of one answer. */
export const ReviewKind = z.enum(["first", "second", "decision", "revision"]);
export type ReviewKind = z.infer<typeof ReviewKind>;

export const ReviewReason = z.enum(["bad_rating", "unsupported", "abstained", "sample", "requested"]);
export type ReviewReason = z.infer<typeof ReviewReason>;

export const ReviewStatus = z.enum(["open", "second_opinion", "disagreement", "done"]);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const Review = z.object({
  kind: ReviewKind,
  verdict: ReviewVerdict,
  note: z.string().describe("For reviewers; hidden from the asker"),
  correctedAnswer: z.string().describe("Shown to the asker next to the recorded answer"),
  reviewer: z.string(),
  reviewedAt: Timestamp,
});

/** An interaction on the review desk, identified by the interaction's id. */
export const ReviewCase = z.object({
  id: Id.describe("The interaction's id"),
  question: z.string(),
  themeName: z.string(),
  companyName: z.string(),
  asker: z.string(),
  outcome: Outcome,
  rating: Rating.nullable(),
  citesPage: z
    .boolean()
    .describe("Its first source is a page with a picture from `GET /api/chat/:interactionId/picture`"),
  askedAt: Timestamp,
  reasons: z.array(ReviewReason),
  status: ReviewStatus,
  verdict: ReviewVerdict.nullable().describe("The verdict in force; null while a second opinion is pending"),
  assignee: z.object({ id: Id, name: z.string() }).nullable(),
  closedAt: Timestamp.nullable(),
});
export type ReviewCase = z.output<typeof ReviewCase>;

/** `waiting`: every status before `done`. */
export const ListedStatus = ReviewStatus.or(z.enum(["waiting", "any"]));

export const listReviews = endpoint({
  method: "GET",
  path: "/api/reviews",
  permission: "interaction:review",
  summary: "The review desk: open cases, oldest first, or closed ones, newest first",
  query: ListQuery.extend({
    status: ListedStatus.default("waiting"),
    reason: ReviewReason.optional(),
    themeId: PathId.optional(),
    verdict: ReviewVerdict.optional().describe("The verdict in force"),
    reviewedBy: PathId.optional().describe(
      "The person of one of its reviews, unless a second opinion is due",
    ),
    review: ReviewKind.optional().describe("A kind of review that it has"),
    from: z.iso
      .date()
      .optional()
      .describe("First day on which it was closed, asked while it waits, or so reviewed; in `timeZone`"),
    to: z.iso.date().optional().describe("Last of these days"),
    timeZone: TimeZone.default("UTC"),
    assignee: z.enum(["me", "nobody"]).or(PathId).optional(),
  }),
  output: listOf(ReviewCase),
});

export const countReviews = endpoint({
  method: "GET",
  path: "/api/reviews/counts",
  permission: "interaction:review",
  summary: "How many cases wait",
  query: z.object({ companyId: PathId.optional() }),
  output: z.object({
    open: z.number().int(),
    second_opinion: z.number().int(),
    disagreement: z.number().int(),
    mine: z.number().int().describe("Assigned to the caller"),
  }),
});

const Rules = z.object({
  badRating: z.boolean(),
  unsupported: z.boolean().describe("An answer with a sentence removed because no source supports it"),
  abstained: z.boolean(),
  samplePercent: z.number().int().min(0).max(100).describe("Share of all other answers, sampled at random"),
});
export type ReviewRules = z.output<typeof Rules>;

export const getReviewRules = endpoint({
  method: "GET",
  path: "/api/reviews/rules",
  permission: "interaction:review",
  summary: "Which answers go to the review desk automatically",
  query: z.object({ companyId: PathId.optional() }),
  output: Rules.extend({ version: Version }),
});

export const setReviewRules = endpoint({
  method: "PUT",
  path: "/api/reviews/rules",
  permission: "interaction:review",
  summary: "Set the rules; omitted ones keep their values, and all apply to answers from now on",
  body: Rules.partial().extend({ companyId: Id.optional(), version: KnownVersion }),
  output: getReviewRules.output,
});

export const assignReview = endpoint({
  method: "PUT",
  path: "/api/reviews/:id/assignee",
  permission: "interaction:review",
  summary:
    "Assign a case to an administrator of the company, or return it to the queue; opens a case if there is none",
  params: IdParams,
  body: z.object({ userId: Id.nullable() }),
  output: ReviewCase,
});

export const requestSecondOpinion = endpoint({
  method: "POST",
  path: "/api/reviews/:id/second-opinion",
  permission: "interaction:review",
  summary: "Ask for a second opinion on a reviewed answer",
  params: IdParams,
  output: ReviewCase,
});

/** The body of a review; the call itself is among the interactions, where reviewers can also start. */
/** Omitted fields keep their values from the reviewer's own latest review of the answer. */
export const ReviewBody = z.object({
  verdict: ReviewVerdict.optional(),
  note: prose(4000).optional(),
  correctedAnswer: prose(20_000).optional(),
  secondOpinion: z
    .boolean()
    .default(false)
    .describe("Someone else reviews the answer before the verdict is final"),
  approve: z
    .boolean()
    .optional()
    .describe(
      "The corrected answer, or the answer itself if it is correct, also answers the next person who asks the same",
    ),
  citations: z
    .array(ChosenCitation)
    .min(1, "An approved answer cites the words that it rests on. Choose at least one passage.")
    .max(mostCitations)
    .optional()
    .describe(
      "With `approve`: the words that it rests on; omitted: those of the answer's sources that state it",
    ),
  otherQuestions: z.array(text(1000)).max(50).optional().describe("With `approve`: other ways to ask it"),
  tags: SelectedTags.optional().describe("With `approve`: those that it holds for; omitted: the question's"),
  ownerId: Id.optional().describe("With `approve`: who looks after it; omitted: the caller"),
  reviewOn: ReviewDay.nullable()
    .optional()
    .describe("With `approve`: the day on which its owner looks at it again, today or later"),
  vouchedFor: Vouched,
});
