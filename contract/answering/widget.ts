import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { widgetScope } from "#contract/kernel/permissions.ts";
import { requiredProse } from "#contract/kernel/values.ts";

export const about = "The widget on other websites: its visitors ask one theme";

/** Shorter than a question of people at work: a visitor asks one thing, and a bot pays for each letter of nothing. */
export const longestVisitorQuestion = 500;

/** Chosen at random by the widget's page, and forgotten with the tab. */
const Random = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, "Send 16 to 64 random letters, digits, - or _.");

export const WidgetAnswer = z.object({
  outcome: z
    .enum(["answered", "declined", "greeting"])
    .describe("`declined`: the documents do not answer the question. `greeting`: it was no question"),
  text: z.string().describe("Markdown with marks `[1]`"),
  notes: z.array(z.string()).describe("Limits that the sources add, or why nothing was answered"),
  questions: z
    .array(z.string())
    .describe("With a greeting: at most three questions that the documents answer"),
  sources: z
    .array(
      z.object({
        number: z.number().int().describe("The mark in the text: `[1]`"),
        quote: z.string().describe("Words of the source, verbatim"),
        label: z.string().describe("The document's name, and the page or section"),
      }),
    )
    .describe("No ids and no addresses: a visitor can open nothing"),
});
export type WidgetAnswer = z.output<typeof WidgetAnswer>;

export const askWidget = endpoint({
  method: "POST",
  path: "/api/v1/widget/answers",
  permission: widgetScope,
  summary: "Ask the theme of a widget's key",
  details:
    "For the key of a widget. The answer is in the response and cannot be read again, because all visitors share the key.",
  status: 201,
  takesKeys: true,
  keysOnly: true,
  // a repeated question is a question: visitors share the key, and with it each other's answers
  repeats: "none",
  conflicts: false,
  limit: "widget",
  body: z.object({
    question: requiredProse(longestVisitorQuestion, "Enter a question."),
    visitor: Random.describe("The visitor, by a random id; counted, and not recorded"),
    conversation: Random.describe("Questions of a visitor with the same id can follow up on each other"),
  }),
  output: WidgetAnswer,
});
