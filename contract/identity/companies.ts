import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { ModelLimits } from "#contract/models/limits.ts";
import { ModelChoice, OfferedModel, Retirement } from "#contract/models/models.ts";
import { ProviderName } from "#contract/models/providers.ts";
import {
  Done,
  Id,
  IdParams,
  KnownVersion,
  listOf,
  ListQuery,
  ModelType,
  orNull,
  prose,
  requiredText,
  text,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about = "Companies, their defaults and their model keys";
export const screens = ["/companies"];

const KeyCheck = z.object({
  ok: z.boolean(),
  message: z.string().describe("What the provider answered, as a sentence"),
  checkedAt: Timestamp,
});

/** The model behind Smart or Smarter, and any problem with it. */
const ModelInForce = ModelChoice.extend({
  installation: ModelChoice.describe("The default, used where the company chose nothing else"),
  isDefault: z.boolean().describe("true: set by the installation; false: chosen by the company"),
  keyIsForOtherAddress: z
    .boolean()
    .describe("The stored key was entered for another provider and is not used"),
  needsKey: z.boolean().describe("false: a server that this installation reaches without a key"),
  isUsable: z.boolean().describe("A key for it is stored here or by the installation, or none is needed"),
  retirement: Retirement.nullable(),
});
export type ModelInForce = z.output<typeof ModelInForce>;

export const Company = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  openaiApiKey: z
    .string()
    .nullable()
    .describe("The last four characters of the stored Smart key, e.g. '••••wxyz'"),
  xaiApiKey: z.string().nullable().describe("The last four characters of the stored Smarter key"),
  smartKeyCheck: KeyCheck.nullable(),
  smarterKeyCheck: KeyCheck.nullable(),
  smartModel: ModelInForce,
  smarterModel: ModelInForce,
  smartLimits: ModelLimits,
  smarterLimits: ModelLimits,
  workspaceCount: z.number().int(),
  activeUserCount: z.number().int(),
  invitedUserCount: z.number().int().describe("Of these people, those who haven't signed in yet"),
  themeCount: z.number().int().describe("Its themes, active or not"),
  requireSecondFactor: z.boolean().describe("Whether its administrators must have a second factor"),
  moreFormats: z
    .boolean()
    .describe("Whether its themes take Excel, PowerPoint, web pages, Markdown, emails and CSV, too"),
  isDeleted: z.boolean().describe("No longer in use; its record stays readable to super admins"),
  restorableUntil: Timestamp.nullable().describe("Until when a deleted company can be restored"),
  version: Version,
  createdAt: Timestamp,
});
export type Company = z.output<typeof Company>;

/** A model in force can be sent back as it was read. */
export const SentModel = ModelChoice.extend({
  isDefault: z.boolean().optional().describe("true: the installation's default, as null"),
});
export type SentModel = z.output<typeof SentModel>;

const CompanyBody = z.object({
  name: requiredText(120, "A company needs a name."),
  description: prose(2000).default(""),
  openaiApiKey: orNull(text(400))
    .optional()
    .describe("Write-only; sending the mask keeps the key, null or an empty string removes it"),
  xaiApiKey: orNull(text(400)).optional(),
  smartModel: SentModel.nullable().optional().describe("null: the installation's default"),
  smarterModel: SentModel.nullable().optional(),
  smartLimits: ModelLimits.nullable().optional().describe("null: the usual ones"),
  smarterLimits: ModelLimits.nullable().optional(),
  requireSecondFactor: z.boolean().optional(),
  moreFormats: z.boolean().optional().describe("Excel, PowerPoint, web pages, Markdown, emails and CSV, too"),
});

const modelKeys = ["openaiApiKey", "xaiApiKey"] as const;

const withDeleted = z
  .stringbool()
  .default(false)
  .describe("Include deleted companies, whose record a super admin can read");

export const listCompanies = endpoint({
  method: "GET",
  path: "/api/companies",
  permission: "company:list",
  summary: "Companies visible to the caller",
  query: ListQuery.extend({
    withDeleted,
    restorable: z.stringbool().default(false).describe("Only deleted companies that can be restored"),
  }),
  output: listOf(Company),
});

export const getCompany = endpoint({
  method: "GET",
  path: "/api/companies/:id",
  permission: "company:list",
  summary: "One company",
  params: IdParams,
  query: z.object({ withDeleted }),
  output: Company,
});

export const createCompany = endpoint({
  method: "POST",
  path: "/api/companies",
  permission: "company:create",
  summary: "Create a company",
  status: 201,
  stepUp: modelKeys,
  body: CompanyBody,
  output: Company,
});

export const updateCompany = endpoint({
  method: "PUT",
  path: "/api/companies/:id",
  permission: "company:edit",
  summary: "Change the name, description, models or their keys; omitted fields keep their values",
  params: IdParams,
  stepUp: modelKeys,
  body: CompanyBody.extend({ description: prose(2000), version: KnownVersion }).partial(),
  output: Company,
});

export const deleteCompany = endpoint({
  method: "DELETE",
  path: "/api/companies/:id",
  permission: "company:delete",
  summary: "Remove a company from use; its record stays readable to super admins",
  params: IdParams,
  output: Done,
});

export const restoreCompany = endpoint({
  method: "POST",
  path: "/api/companies/:id/restore",
  permission: "company:delete",
  summary: "Bring back a company that was deleted within the last 30 days",
  details:
    "With its people, themes, API keys and connections; its model keys were destroyed. People whose address belongs to another account by now stay out until they get another one.",
  params: IdParams,
  body: z.object({
    name: requiredText(120, "A company needs a name.")
      .optional()
      .describe("Another name; required if the former one was taken meanwhile"),
  }),
  output: z.object({
    company: Company,
    withoutAddress: z
      .array(z.string())
      .describe("Addresses of people who can't sign in: now another account's"),
  }),
});

export const checkModelKey = endpoint({
  method: "POST",
  path: "/api/companies/:id/check-key",
  permission: "company:edit",
  summary: "Ask the chosen model one short question with the stored key",
  params: IdParams,
  body: z.object({ modelType: ModelType }),
  output: KeyCheck,
});

export const listOfferedModels = endpoint({
  method: "GET",
  path: "/api/companies/:id/models",
  permission: "company:edit",
  summary: "The models a company can choose from: those the provider lists for its key",
  params: IdParams,
  query: z.object({
    modelType: ModelType.default("smart"),
    provider: ProviderName.optional().describe("Default: the provider in force"),
  }),
  output: z.object({
    providers: z.array(ProviderName).describe("Providers that this installation can reach"),
    models: z.array(OfferedModel),
    source: z.enum(["provider", "installation", "catalog"]),
    message: z.string().nullable().describe("Why the provider itself was not asked or did not answer"),
  }),
});
