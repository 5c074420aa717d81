import { z } from "zod";
import { Outcome } from "./answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Role } from "#contract/kernel/permissions.ts";
import { ReviewVerdict } from "./reviews.ts";
import { Id, PathId, TimeZone } from "#contract/kernel/values.ts";

export const about = "Figures over a period";
export const screens = [
  "/reports",
  "/reports-working",
  "/reports-test",
  "/reports-new",
  "/reports-test-old",
  "/reports-simple",
];

export const reportPeriods = [7, 30, 90, 365] as const;

const ReportQuery = z.object({
  period: z.coerce
    .number()
    .pipe(z.literal(reportPeriods, "Choose a period of 7, 30, 90 or 365 days."))
    .default(7),
  companyId: PathId.optional(),
  timeZone: TimeZone.default("UTC"),
});
const Span = z.object({
  period: z.number().int(),
  timeZone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  asOf: z.iso
    .datetime()
    .nullable()
    .describe("The figures may lack what happened after this time; null: they lack nothing"),
});

const TagCounts = z.array(z.object({ tag: z.string(), count: z.number().int() }));
const Seconds = z
  .object({ median: z.number().nullable(), p95: z.number().nullable() })
  .describe("To two significant digits");
const Totals = z.object({
  totalInteractions: z.number().int(),
  averageRating: z.number().nullable().describe("Mean of good = 1 and bad = 0 over rated answers"),
  ratedInteractions: z.number().int(),
  totalUsers: z.number().int().describe("People who asked in the period"),
  totalThemes: z.number().int().describe("Themes asked in the period"),
  outcomes: z.array(z.object({ outcome: Outcome, count: z.number().int() })),
  unsupportedAnswers: z
    .number()
    .int()
    .describe("Answers with at least one sentence removed because no source supports it"),
  secondsToAnswer: Seconds,
});

const Beside = {
  rated: z.number().int().describe("Rated interactions"),
  before: z.number().int().describe("Interactions in the previous period"),
  declined: z.number().int().describe("Interactions the documents did not answer"),
  trend: z
    .array(z.number().int())
    .describe("Interactions over time, oldest first: 7 or 30 days, 13 or 52 weeks; days are UTC"),
};

const Days = z
  .array(z.object({ date: z.iso.date(), count: z.number().int() }))
  .describe("Every day, zero-filled, oldest first");

export const ChatReport = Totals.extend({
  ...Span.shape,
  before: Totals.extend({ interactionsByDay: Days }).describe("The same for the previous period"),
  interactionsByDay: Days,
  ratingDistribution: z.array(z.object({ rating: z.enum(["good", "bad"]), count: z.number().int() })),
  interactionsByTheme: z.array(
    z.object({
      themeId: Id,
      name: z.string(),
      count: z.number().int(),
      rating: z.number().nullable(),
      ...Beside,
    }),
  ),
  interactionsByUser: z.array(
    z.object({
      userId: Id,
      name: z.string().describe("The address, if the person has no name"),
      email: z.string(),
      role: Role,
      count: z.number().int(),
      rating: z.number().nullable(),
      ...Beside,
    }),
  ),
  interactionsByTag: z.object({
    distributionPartners: TagCounts,
    products: TagCounts,
    topics: TagCounts,
    states: TagCounts,
  }),
  interactionsByModel: z
    .array(z.object({ model: z.string(), count: z.number().int() }))
    .describe("What answered: a model's name, or 'extractive' for quotations"),
  approvedAnswers: z
    .object({
      uses: z.number().int().describe("Questions that an approved answer answered"),
      savedMinutes: z
        .number()
        .int()
        .nullable()
        .describe("By the company's estimate for each use; null: there is none, or no company is chosen"),
      most: z
        .array(
          z.object({
            id: Id,
            question: z.string(),
            uses: z.number().int().describe("Questions that it answered"),
          }),
        )
        .describe("The ten used most"),
    })
    .describe("The share is that of `totalInteractions`"),
  documents: z.array(
    z.object({ documentId: Id, name: z.string(), theme: z.string(), count: z.number().int() }),
  ),
  unansweredByTopic: z
    .array(z.object({ topic: z.string().nullable(), count: z.number().int() }))
    .describe("Questions the documents did not answer; null: none of the known topics"),
});
export type ChatReport = z.output<typeof ChatReport>;

export const getChatReport = endpoint({
  method: "GET",
  path: "/api/reports/chat-interactions",
  permission: "report:read",
  fairQueue: "report",
  summary: "Questions in a period, by day in the requested time zone",
  query: ReportQuery,
  output: ChatReport,
});

const Spend = z.object({ calls: z.number().int(), inputTokens: z.number(), outputTokens: z.number() });
const Cost = z
  .number()
  .nullable()
  .describe("US dollars at today's list prices of the models that answered; null: no price is known");

const SpendDays = z
  .array(Spend.extend({ date: z.iso.date() }))
  .describe("Every day, zero-filled, oldest first");

export const SpendReport = Spend.extend({
  ...Span.shape,
  cost: Cost,
  unpricedTokens: z.number().describe("Tokens of models without a known price, which `cost` leaves out"),
  before: Spend.extend({ cost: Cost, byDay: SpendDays }).describe("The same for the previous period"),
  byDay: SpendDays,
  byModel: z
    .array(Spend.extend({ provider: z.string(), model: z.string(), cost: Cost }))
    .describe("By the model that answered"),
  byCompany: z.array(Spend.extend({ companyId: Id, name: z.string() })),
});
export type SpendReport = z.output<typeof SpendReport>;

export const getSpendReport = endpoint({
  method: "GET",
  path: "/api/reports/spend",
  permission: "report:read",
  fairQueue: "report",
  summary: "Tokens of model calls in a period, by day, model and company",
  query: ReportQuery,
  output: SpendReport,
});

const Reviewed = z.object({
  reviewed: z.number().int().describe("Cases closed"),
  correct: z.number().int(),
  secondOpinions: z.number().int(),
  agreed: z.number().int().describe("Second opinions that agreed with the first"),
});

export const ReviewReport = Reviewed.extend({
  ...Span.shape,
  waiting: z.number().int().describe("Cases waiting now"),
  before: Reviewed.describe("The same for the previous period"),
  verdicts: z.array(z.object({ verdict: ReviewVerdict, count: z.number().int() })),
  byWeek: z
    .array(Reviewed.extend({ from: z.iso.date() }))
    .describe("Weeks starting Monday, every week that overlaps the period"),
  byReviewer: z.array(
    z.object({
      id: z.number().int(),
      name: z.string().describe("The address, if the person has no name"),
      email: z.string(),
      reviews: z.number().int(),
      correct: z.number().int(),
    }),
  ),
});
export type ReviewReport = z.output<typeof ReviewReport>;

export const getReviewReport = endpoint({
  method: "GET",
  path: "/api/reports/reviews",
  permission: "report:read",
  fairQueue: "report",
  summary: "Accuracy and agreement of reviewed answers over time",
  query: ReportQuery,
  output: ReviewReport,
});
