import { z } from "zod";
import { Citation, Claim } from "./answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Done,
  Id,
  IdParams,
  KnownVersion,
  listOf,
  ListQuery,
  PathId,
  prose,
  requiredProse,
  requiredText,
  SelectedTags,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about =
  "Answers approved by a person, given to anyone who asks the same question while their sources are unchanged";

export const ApprovedState = z.enum(["proposed", "active", "suspended", "retired"]);
export type ApprovedState = z.infer<typeof ApprovedState>;

/** Further ways of asking one question. */
export const mostWays = 50;
export const mostCitations = 20;
export const longestQuestion = 1000;
export const longestApproved = 20_000;

const Person = z.object({ id: Id, name: z.string(), isActive: z.boolean() });

export const ApprovedCitation = Citation.omit({ answering: true, score: true });
export type ApprovedCitation = z.output<typeof ApprovedCitation>;

/** The words of a citation, and those of the version that answers now. */
export const Renewal = z.object({
  marker: z.number().int().describe("The footnote mark in the answer"),
  before: ApprovedCitation,
  after: ApprovedCitation.nullable().describe("null: the document has no passage like it, or is deleted"),
  isSame: z.boolean().describe("The current version still contains the cited words"),
  isRestated: z.boolean().describe("`after` says the same in other words"),
});
export type Renewal = z.output<typeof Renewal>;

export const ApprovedAnswer = z.object({
  id: Id,
  version: Version,
  themeId: Id,
  themeName: z.string(),
  isThemeDeleted: z.boolean().describe("It can only be retired, until the theme is restored"),
  companyName: z.string(),
  question: z.string(),
  otherQuestions: z.array(z.string()).describe("Other ways to ask it"),
  answer: z.string().describe("Markdown with footnote marks '[1]'"),
  claims: z.array(Claim),
  citations: z.array(ApprovedCitation),
  tags: SelectedTags.describe(
    "It answers only questions with these tags, chosen or named; without any, questions without a chosen one",
  ),
  state: ApprovedState.describe(
    "`proposed`: waits for approval. `active`: answers. `suspended`: its documents no longer contain its words, or a person stopped it. `retired`: ended",
  ),
  reason: z.string().describe("Why it is suspended or retired"),
  ownerId: Id,
  owner: Person.describe("Looks after it"),
  author: Person.describe("Wrote its present words"),
  approver: Person.nullable(),
  approvedAt: Timestamp.nullable(),
  reviewOn: z.iso
    .date()
    .nullable()
    .describe("The day on which its owner looks at it again; it answers beyond that day"),
  isDue: z.boolean(),
  timesUsed: z.number().int().describe("Questions that it answered"),
  lastUsedAt: Timestamp.nullable(),
  saidSame: z
    .array(
      z.object({
        question: z.string().describe("As one of them asked it"),
        people: z.number().int().describe("People who say so"),
      }),
    )
    .describe(
      "Questions whose askers said that this answer, shown next to their own, answers them; listed until someone adds or rejects the wording",
    ),
  interactionId: Id.nullable().describe("The answer whose review it comes from"),
  createdAt: Timestamp,
});
export type ApprovedAnswer = z.output<typeof ApprovedAnswer>;

/** Words of the version that answers now; white space doesn't count. */
export const ChosenCitation = z.object({
  documentId: Id,
  quote: requiredProse(10_000, "Choose the words that the answer rests on."),
});
export type ChosenCitation = z.output<typeof ChosenCitation>;

const Ways = z.array(requiredText(longestQuestion, "Leave out the empty question.")).max(mostWays);
const Citations = z
  .array(ChosenCitation)
  .min(1, "An approved answer cites the words that it rests on. Choose at least one passage.")
  .max(mostCitations)
  .describe("In the order of the marks: the first one is `[1]`");

export const listApprovedAnswers = endpoint({
  method: "GET",
  path: "/api/approved-answers",
  permission: "approved-answer:list",
  summary: "Approved answers, those waiting for someone first",
  query: ListQuery.extend({
    state: ApprovedState.or(z.enum(["waiting", "due"]))
      .optional()
      .describe("`waiting`: proposed, suspended, due, or with questions in `saidSame`"),
    themeId: PathId.optional(),
    ownerId: PathId.optional(),
  }),
  output: listOf(ApprovedAnswer),
});

export const getApprovedAnswer = endpoint({
  method: "GET",
  path: "/api/approved-answers/:id",
  permission: "approved-answer:list",
  summary: "An approved answer with its cited words and, if these changed, words that could renew it",
  params: IdParams,
  output: ApprovedAnswer.extend({
    renewal: z.array(Renewal).describe("Empty while it rests on versions that answer"),
    canRenew: z.boolean().describe("The current versions contain all cited words, or restate them"),
    refusal: z.string().nullable().describe("Why the caller cannot approve it; null: the caller can"),
  }),
});

/** No day that is over. */
export const ReviewDay = z.iso.date().describe("Today or a later day");

export const Vouched = z
  .boolean()
  .default(false)
  .describe(
    "The caller has compared the answer with the chosen words although the check takes them to say otherwise; without it such an answer is refused, with `fields.vouchedFor`",
  );

export const createApprovedAnswer = endpoint({
  method: "POST",
  path: "/api/approved-answers",
  permission: "approved-answer:edit",
  summary: "Write an approved answer",
  details:
    "It answers at once, unless the company requires that someone else approves it; then it is `proposed`. Each sentence carries the marks of its citations; sentences without marks are given those of the citations that state them.",
  status: 201,
  body: z.object({
    themeId: Id,
    question: requiredText(longestQuestion, "Write the question that it answers."),
    otherQuestions: Ways.default([]),
    answer: requiredProse(longestApproved, "Write the answer."),
    citations: Citations,
    tags: SelectedTags.prefault({}),
    ownerId: Id.optional().describe("An administrator of the company; omitted: the caller"),
    reviewOn: ReviewDay.nullable().default(null),
    vouchedFor: Vouched,
  }),
  output: ApprovedAnswer,
});

export const updateApprovedAnswer = endpoint({
  method: "PUT",
  path: "/api/approved-answers/:id",
  permission: "approved-answer:edit",
  summary: "Change an approved answer; omitted fields keep their values",
  details:
    "Changing its words, question or tags makes you its author, and its approver unless the company requires someone else.",
  params: IdParams,
  body: z.object({
    question: requiredText(longestQuestion, "Write the question that it answers.").optional(),
    otherQuestions: Ways.optional(),
    answer: requiredProse(longestApproved, "Write the answer.").optional(),
    citations: Citations.optional(),
    tags: SelectedTags.optional(),
    ownerId: Id.optional(),
    reviewOn: ReviewDay.nullable().optional(),
    vouchedFor: Vouched,
    version: KnownVersion,
  }),
  output: ApprovedAnswer,
});

export const approveAnswer = endpoint({
  method: "POST",
  path: "/api/approved-answers/:id/approve",
  permission: "approved-answer:edit",
  summary: "Approve a proposed answer: it answers from then on",
  params: IdParams,
  output: ApprovedAnswer,
});

export const suspendApprovedAnswer = endpoint({
  method: "POST",
  path: "/api/approved-answers/:id/suspend",
  permission: "approved-answer:edit",
  summary: "Stop an approved answer; it can be renewed",
  params: IdParams,
  body: z.object({ reason: requiredProse(1000, "Say why it is suspended.") }),
  output: ApprovedAnswer,
});

export const renewApprovedAnswer = endpoint({
  method: "POST",
  path: "/api/approved-answers/:id/renew",
  permission: "approved-answer:edit",
  summary: "Approve a suspended answer again, on the same or restated words in the versions that answer now",
  params: IdParams,
  body: z.object({
    sameWords: z
      .boolean()
      .default(false)
      .describe("true: only on the same words, for answers renewed together without a look at each"),
  }),
  output: ApprovedAnswer,
});

export const retireApprovedAnswer = endpoint({
  method: "POST",
  path: "/api/approved-answers/:id/retire",
  permission: "approved-answer:edit",
  summary: "End an approved answer; it stays on record",
  params: IdParams,
  body: z.object({ reason: prose(1000).default("") }),
  output: ApprovedAnswer,
});

export const decideSame = endpoint({
  method: "POST",
  path: "/api/approved-answers/:id/decide-same",
  permission: "approved-answer:edit",
  summary: "Decide whether a question in `saidSame` is a further way of asking, or has another answer",
  details:
    "An added wording answers at once: its asker proposed it, and the caller approves it. Where someone else must approve, the caller cannot be its only asker.",
  params: IdParams,
  body: z.object({
    question: requiredText(longestQuestion, "Say which question is decided on.").describe(
      "As `saidSame` names it",
    ),
    isSame: z.boolean().describe("false: it has another answer, no matter who says otherwise later"),
  }),
  output: ApprovedAnswer,
});

export const saySame = endpoint({
  method: "POST",
  path: "/api/chat/:interactionId/same-question",
  permission: "answer:rate",
  limit: "rating",
  summary: "Report that an approved answer shown next to yours answers your question",
  details:
    "The owner of the approved answer decides whether it also answers this wording. Nothing else changes.",
  params: z.object({ interactionId: PathId }),
  body: z.object({
    approvedId: Id.describe("One of the answer's `similarApproved`"),
    isSame: z.boolean().describe("false takes it back"),
  }),
  output: Done,
});

const longestList = 8;

export const listWaysOfAsking = endpoint({
  method: "GET",
  path: "/api/approved-answers/ways",
  permission: "approved-answer:edit",
  summary: "Recorded questions of a theme that are nearest to a question, as other ways to ask it",
  query: z.object({ themeId: PathId, question: requiredText(longestQuestion, "Write a question first.") }),
  output: z.array(z.object({ question: z.string(), times: z.number().int() })).max(longestList),
});

export const ApprovalRules = z.object({
  otherApprover: z.boolean().describe("Someone other than the author approves an answer"),
  savedMinutes: z
    .number()
    .int()
    .min(1)
    .max(600)
    .nullable()
    .describe("What each use saves the person who would have answered, for the report; null: not estimated"),
});
export type ApprovalRules = z.output<typeof ApprovalRules>;

export const getApprovalRules = endpoint({
  method: "GET",
  path: "/api/approved-answers/rules",
  permission: "approved-answer:list",
  summary: "A company's rules for approved answers",
  query: z.object({ companyId: PathId.optional() }),
  output: ApprovalRules.extend({ version: Version }),
});

export const setApprovalRules = endpoint({
  method: "PUT",
  path: "/api/approved-answers/rules",
  permission: "approved-answer:edit",
  summary: "Change a company's rules for approved answers; omitted fields keep their values",
  body: ApprovalRules.partial().extend({ companyId: Id.optional(), version: KnownVersion }),
  output: getApprovalRules.output,
});
