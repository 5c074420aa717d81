import { z } from "zod";
import { Outcome } from "./answers.ts";
import { endpoint } from "./endpoint.ts";
import { Role } from "./permissions.ts";
import { Id, PathId } from "./values.ts";

/** Also the older names that browsers still send, such as Asia/Calcutta. */
function isTimeZone(zone: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "" &&
      !/^[+-]/.test(zone)
    );
  } catch {
    return false;
  }
}

export const reportPeriods = [7, 30, 90, 365] as const;

const TagCounts = z.array(z.object({ tag: z.string(), count: z.number().int() }));
const Totals = z.object({
  totalInteractions: z.number().int(),
  averageRating: z.number().nullable().describe("Mean of good = 1 and bad = 0 over rated answers"),
  ratedInteractions: z.number().int(),
  totalUsers: z.number().int().describe("People who asked in the period"),
  totalThemes: z.number().int().describe("Themes that were asked in the period"),
});

export const ChatReport = Totals.extend({
  period: z.number().int(),
  timeZone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  before: Totals.describe("The same totals for the period before"),
  interactionsByDay: z
    .array(z.object({ date: z.iso.date(), count: z.number().int() }))
    .describe("Every day, zero-filled"),
  ratingDistribution: z.array(z.object({ rating: z.enum(["good", "bad"]), count: z.number().int() })),
  outcomes: z.array(z.object({ outcome: Outcome, count: z.number().int() })),
  unsupportedAnswers: z.number().int().describe("Answers with at least one sentence no source supports"),
  interactionsByTheme: z.array(
    z.object({ themeId: Id, name: z.string(), count: z.number().int(), rating: z.number().nullable() }),
  ),
  interactionsByUser: z.array(
    z.object({
      userId: Id,
      email: z.string(),
      role: Role,
      count: z.number().int(),
      rating: z.number().nullable(),
    }),
  ),
  interactionsByTag: z.object({
    distributionPartners: TagCounts,
    products: TagCounts,
    topics: TagCounts,
    states: TagCounts,
  }),
  documents: z.array(
    z.object({ documentId: Id, name: z.string(), theme: z.string(), count: z.number().int() }),
  ),
  secondsToAnswer: z.object({ median: z.number().nullable(), p95: z.number().nullable() }),
});
export type ChatReport = z.output<typeof ChatReport>;

export const getChatReport = endpoint({
  method: "GET",
  path: "/api/reports/chat-interactions",
  permission: "report:read",
  summary: "What was asked in a period, in days of the requested zone",
  query: z.object({
    period: z.coerce.number().int().min(1).max(366).default(7),
    companyId: PathId.optional(),
    timeZone: z.string().max(60).refine(isTimeZone, "Name an IANA time zone.").default("UTC"),
  }),
  output: ChatReport,
});
