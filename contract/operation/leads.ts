import { SpreadsheetFormat } from "#contract/kernel/spreadsheet-format.ts";
import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Done,
  Email,
  Id,
  IdParams,
  KnownVersion,
  listOf,
  ListQuery,
  prose,
  requiredProse,
  requiredText,
  text,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about = "Requests for a demo";

export const industries = [
  "financial-services",
  "healthcare",
  "insurance",
  "legal",
  "manufacturing",
  "technology",
  "consulting",
  "government",
  "other",
] as const;
export const companySizes = ["1-50", "51-200", "201-500", "501-1000", "1000+"] as const;
export const timeframes = ["immediately", "1-3-months", "3-6-months", "6-12-months", "exploring"] as const;
export const budgets = [
  "under-10k",
  "10k-50k",
  "50k-100k",
  "100k-250k",
  "250k+",
  "prefer-not-to-say",
] as const;
/**
 * Why a request may come from a bot: a field hidden from people was filled in, it arrived too fast, or the form's stamp
 * was not valid.
 */
export const suspicions = ["hidden-field", "too-fast", "no-stamp"] as const;
export const leadStatuses = ["new", "contacted", "qualified", "closed"] as const;

/** Older names of the same timeframes (docs/specification/public-pages.md). */
const otherTimeframes: Record<string, (typeof timeframes)[number]> = {
  immediate: "immediately",
  "1-3months": "1-3-months",
  "3-6months": "3-6-months",
  "6months+": "6-12-months",
};

/** An untouched select sends an empty string, which means 'not said'. */
function optionalChoice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.preprocess((value) => (value === "" ? undefined : value), z.enum(values).optional());
}

export const Lead = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  jobTitle: z.string(),
  industry: z.enum(industries).nullable(),
  companySize: z.enum(companySizes).nullable(),
  useCase: z.string(),
  timeframe: z.enum(timeframes).nullable(),
  budget: z.enum(budgets).nullable(),
  status: z.enum(leadStatuses),
  source: z.string(),
  sentBy: z.enum(["form", "api"]).describe("api: a program sent it, without the stamp in the form's page"),
  suspectedAutomation: z.enum(suspicions).nullable().describe("null for a request from a person"),
  notes: z.string(),
  version: Version,
  createdAt: Timestamp,
});
export type Lead = z.output<typeof Lead>;

export const createLead = endpoint({
  method: "POST",
  path: "/api/leads",
  permission: "public",
  summary: "The public demo request form",
  status: 201,
  limit: "lead",
  refundsInvalidInput: true,
  body: z.object({
    firstName: requiredText(100, "Enter your first name."),
    lastName: requiredText(100, "Enter your last name."),
    email: Email,
    phone: text(40).default(""),
    company: requiredText(200, "Enter your company."),
    jobTitle: text(120).default(""),
    industry: optionalChoice(industries),
    companySize: optionalChoice(companySizes),
    useCase: requiredProse(4000, "Tell us what you would use it for."),
    timeframe: z.preprocess(
      (value) =>
        typeof value === "string" && value in otherTimeframes
          ? otherTimeframes[value]
          : value === ""
            ? undefined
            : value,
      z.enum(timeframes).optional(),
    ),
    budget: optionalChoice(budgets),
    source: z.literal("website_lead_form").default("website_lead_form"),
    website: z.string().max(200).default("").describe("Hidden by the form; people leave it empty"),
    stamp: z
      .string()
      .max(200)
      .default("")
      .describe("The stamp in the form's page: when the server sent it, signed; programs leave it out"),
    requestKey: z
      .string()
      .regex(/^[\w-]{0,64}$/, "Use at most 64 letters, digits, hyphens and underscores.")
      .default("")
      .describe("Chosen by the sender at random: a request sent again with its key is stored once"),
  }),
  output: Done,
});

export const listLeads = endpoint({
  method: "GET",
  path: "/api/leads",
  permission: "lead:list",
  summary: "Demo requests, newest first",
  query: ListQuery.omit({ companyId: true }).extend({ status: z.enum(leadStatuses).optional() }),
  output: listOf(Lead),
});

export const updateLead = endpoint({
  method: "PUT",
  path: "/api/leads/:id",
  permission: "lead:edit",
  summary: "Change the status or notes",
  params: IdParams,
  body: z.object({
    status: z.enum(leadStatuses).optional(),
    notes: prose(8000).optional(),
    version: KnownVersion,
  }),
  output: Lead,
});

export const exportLeads = endpoint({
  method: "GET",
  path: "/api/leads/export",
  permission: "lead:list",
  summary: "The filtered list, as leads-{date}.csv or .xlsx",
  limit: "export",
  fairQueue: "export",
  query: ListQuery.pick({ search: true }).extend({
    status: z.enum(leadStatuses).optional(),
    format: SpreadsheetFormat.default("csv"),
  }),
  answers: "spreadsheet",
  stepUp: true,
});

export const deleteLead = endpoint({
  method: "DELETE",
  path: "/api/leads/:id",
  permission: "lead:delete",
  summary: "Permanently delete a demo request, with its notifications",
  params: IdParams,
  output: Done,
});

export const mostLeadMonths = 1200;
export const LeadRetention = z.object({
  months: z
    .number()
    .int("Enter whole months.")
    .min(1, "Keep demo requests for at least a month, or forever.")
    .max(mostLeadMonths, `Enter at most ${mostLeadMonths} months, or keep demo requests forever.`)
    .nullable()
    .describe("Months after a request arrived; null: forever"),
});

export const getLeadRetention = endpoint({
  method: "GET",
  path: "/api/leads/retention",
  permission: "lead:list",
  summary: "How long demo requests are kept",
  output: LeadRetention.extend({
    version: Version,
    due: z.number().int().describe("Requests older than this now"),
  }),
});

export const setLeadRetention = endpoint({
  method: "PUT",
  path: "/api/leads/retention",
  permission: "lead:delete",
  summary: "Set how long demo requests are kept; older ones are deleted the following night",
  body: LeadRetention.partial().extend({ version: KnownVersion }),
  output: getLeadRetention.output,
});
