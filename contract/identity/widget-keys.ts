import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, requiredText } from "#contract/kernel/values.ts";
import { ApiKey } from "./api-keys.ts";
import { ShownOn } from "./origins.ts";

export const about = "Keys of widgets: visitors of other websites ask one theme";

/** The key of a widget has a prefix of its own: it stands in web pages, where other keys must not be. */
export const widgetKeyPattern = /^fnw_[A-Za-z0-9_-]{43}$/;

export const createWidgetKey = endpoint({
  method: "POST",
  path: "/api/keys/widgets",
  permission: "key:edit",
  summary: "Create the key of a widget, with which visitors of your websites ask one theme",
  details:
    "The key appears in web pages, so it is not a secret: it can only ask, from the frame that the allowed origins embed, and is shown again in the list.",
  status: 201,
  stepUp: true,
  body: z.object({
    companyId: Id.optional().describe("The company of the key; required for super admins"),
    name: requiredText(120, "A widget needs a name."),
    themeId: Id.describe("The only theme that it asks"),
    allowedOrigins: ShownOn.describe(
      "Websites that may show the widget, as exact origins such as `https://www.example.com`",
    ),
    visitorQuestionsPerHour: z
      .number()
      .int()
      .min(1, "At least 1 question.")
      .max(200, "At most 200 questions.")
      .default(20)
      .describe("Questions of one visitor in an hour; everyone behind one network address counts as one"),
    questionsPerDay: z
      .number()
      .int()
      .min(1, "At least 1 question.")
      .max(100_000, "At most 100,000 questions.")
      .default(1_000)
      .describe("Questions of all visitors in a day"),
    expiresAt: z.iso.datetime().nullable().default(null).describe("null: until it is revoked"),
  }),
  output: ApiKey,
});
