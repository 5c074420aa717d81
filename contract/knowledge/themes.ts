import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  ChangedTagGroups,
  Done,
  Id,
  IdParams,
  KnownVersion,
  listOf,
  ListQuery,
  ModelType,
  PathId,
  prose,
  requiredText,
  TagGroups,
  text,
  Timestamp,
  TimeZone,
  Version,
} from "#contract/kernel/values.ts";
import { Workspace } from "#contract/identity/workspaces.ts";

export const about = "Chat configurations with a knowledge base";
export const screens = ["/themes"];

/** What answers when the theme's model cannot: nothing, quotes from the documents, or the other model. */
export const Fallback = z.enum(["none", "quotes", "other-model"]);
export type Fallback = z.output<typeof Fallback>;

/** Settings of which answers are made; those that wait name themselves. */
export const HeldChange = z
  .object({
    purpose: z.string(),
    guidingInstructions: z.string(),
    modelType: ModelType,
    requireSignOff: z.boolean(),
  })
  .partial();
export type HeldChange = z.output<typeof HeldChange>;

export const Theme = z.object({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  workspaceId: Id,
  name: z.string(),
  purpose: z.string(),
  guidingInstructions: z.string(),
  modelType: ModelType,
  isActive: z.boolean().describe("Can be asked: switched on, and assigned to an active workspace"),
  isClosed: z.boolean().describe("Switched on, but inactive while no active workspace has it"),
  requireSignOff: z
    .boolean()
    .describe("Documents answer only after an administrator has signed their receipt"),
  requireApproval: z.boolean(),
  moreFormats: z
    .boolean()
    .describe("Takes Excel, PowerPoint, web pages, Markdown, emails and CSV besides PDF, Word and text"),
  heldChange: HeldChange.nullable().describe("Settings that wait for approval; null: none"),
  fallback: Fallback,
  distributionPartnerTags: z.array(z.string()),
  productTags: z.array(z.string()),
  topicTags: z.array(z.string()),
  stateTags: z.array(z.string()),
  documentCount: z.number().int(),
  agentCount: z.number().int(),
  version: Version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Theme = z.output<typeof Theme>;

const ThemeBody = TagGroups.extend({
  name: requiredText(120, "A theme needs a name."),
  purpose: prose(4000).default(""),
  guidingInstructions: prose(8000).default(""),
  modelType: ModelType.default("smart"),
  isActive: z.boolean().optional(),
  requireSignOff: z.boolean().optional(),
  requireApproval: z.boolean().optional(),
  fallback: Fallback.optional(),
  workspaceId: Id.optional(),
});

export const listThemes = endpoint({
  method: "GET",
  path: "/api/themes",
  permission: "theme:list",
  summary: "Themes: for agents, those they can ask; for admins, all of the company",
  query: ListQuery.extend({
    isActive: z.stringbool().optional(),
    workspaceId: PathId.optional().describe("Only themes that members of this workspace can ask"),
  }),
  output: listOf(Theme),
});

export const getTheme = endpoint({
  method: "GET",
  path: "/api/themes/:id",
  permission: "theme:list",
  summary: "One theme",
  params: IdParams,
  output: Theme,
});

export const activityDays = 7;

export const ThemeActivity = z.object({
  id: Id,
  workspaces: z.number().int().describe("Active workspaces whose members can ask it"),
  documents: z.object({
    ready: z.number().int(),
    reading: z.number().int(),
    needYou: z.number().int().describe("Failed to be read, or waiting for a signature"),
  }),
  days: z
    .array(z.object({ asked: z.number().int(), declined: z.number().int() }))
    .describe("The last seven days in `timeZone`, oldest first"),
});
export type ThemeActivity = z.output<typeof ThemeActivity>;

export const getThemeActivity = endpoint({
  method: "GET",
  path: "/api/theme-activity",
  permission: "theme:edit",
  summary: "Status of themes: the states of their documents, who can ask, and a week of questions",
  query: z.object({
    ids: z
      .string()
      .max(1000)
      .transform((value) => value.split(",").map(Number))
      .pipe(z.array(Id.min(1)).min(1).max(100))
      .describe("At most 100, separated by commas; themes the caller can't access are left out"),
    timeZone: TimeZone.default("UTC"),
  }),
  output: z.array(ThemeActivity),
});

export const createTheme = endpoint({
  method: "POST",
  path: "/api/themes",
  permission: "theme:create",
  summary: "Create a theme",
  status: 201,
  body: ThemeBody,
  output: Theme,
});

export const updateTheme = endpoint({
  method: "PUT",
  path: "/api/themes/:id",
  permission: "theme:edit",
  summary: "Change a theme; omitted fields keep their values",
  details:
    "Where changes need approval, those of `heldChange` keep their values too, and the new ones wait there.",
  params: IdParams,
  body: ChangedTagGroups.extend({
    name: requiredText(120, "A theme needs a name.").optional(),
    purpose: prose(4000).optional(),
    guidingInstructions: prose(8000).optional(),
    modelType: ModelType.optional(),
    isActive: z.boolean().optional(),
    requireSignOff: z.boolean().optional(),
    requireApproval: z.boolean().optional(),
    fallback: Fallback.optional(),
    workspaceId: Id.optional(),
    version: KnownVersion,
  }),
  output: Theme,
});

export const deleteTheme = endpoint({
  method: "DELETE",
  path: "/api/themes/:id",
  permission: "theme:delete",
  summary: "Remove a theme from use; its answers stay on record",
  params: IdParams,
  output: Done,
});

export const DeletedTheme = z.object({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  name: z.string(),
  documentCount: z.number().int(),
  deletedAt: Timestamp.describe("When it was deleted"),
  restorableUntil: Timestamp.describe("Until when it can be restored"),
  isNameTaken: z.boolean().describe("Another theme of the company has the name by now"),
  isWorkspaceGone: z.boolean().describe("Its home workspace was deleted or switched off"),
});
export type DeletedTheme = z.output<typeof DeletedTheme>;

export const listDeletedThemes = endpoint({
  method: "GET",
  path: "/api/deleted-themes",
  permission: "theme:delete",
  summary: "Themes deleted in the last 30 days, which can be restored; the newest first, at most 200",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(DeletedTheme),
});

export const restoreTheme = endpoint({
  method: "POST",
  path: "/api/themes/:id/restore",
  permission: "theme:delete",
  summary: "Bring back a theme that was deleted within the last 30 days",
  details:
    "With its documents, tags and the people who can ask it. What a retention period erased meanwhile stays erased.",
  params: IdParams,
  body: z.object({
    name: requiredText(120, "A theme needs a name.")
      .optional()
      .describe("Another name; required if the former one was taken meanwhile"),
    workspaceId: Id.optional().describe("Another home; required if the former one was deleted meanwhile"),
  }),
  output: Theme,
});

export const getAggregatedTags = endpoint({
  method: "GET",
  path: "/api/themes/:id/aggregated-tags",
  permission: "theme:list",
  summary: "The tags of all documents of a theme, by group",
  params: IdParams,
  output: z.object({
    distributionPartnerTags: z.array(z.string()),
    productTags: z.array(z.string()),
    topicTags: z.array(z.string()),
    stateTags: z.array(z.string()),
  }),
});

export const findTags = endpoint({
  method: "GET",
  path: "/api/tags",
  permission: "theme:list",
  summary: "Tags of the themes the caller can access, by name",
  query: z.object({
    companyId: PathId.optional(),
    search: text(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  output: z.array(z.string()),
});

export const listThemeAgents = endpoint({
  method: "GET",
  path: "/api/themes/:id/assignments",
  permission: "theme:assign",
  summary: "Agents who can ask the theme individually",
  params: IdParams,
  output: z.array(z.object({ userId: Id })),
});

export const assignThemeAgent = endpoint({
  method: "POST",
  path: "/api/themes/:id/assignments",
  permission: "theme:assign",
  summary: "Let an agent ask the theme",
  status: 201,
  params: IdParams,
  body: z.object({ userId: Id }),
  output: z.object({ userId: Id }),
});

export const removeThemeAgent = endpoint({
  method: "DELETE",
  path: "/api/themes/:id/assignments/:userId",
  permission: "theme:assign",
  summary: "Remove an agent's access to the theme",
  params: IdParams.extend({ userId: PathId }),
  output: Done,
});

export const listThemeWorkspaces = endpoint({
  method: "GET",
  path: "/api/themes/:id/workspaces",
  permission: "theme:assign",
  summary: "Workspaces whose members can ask the theme",
  params: IdParams,
  output: z.array(Workspace),
});

export const assignThemeWorkspace = endpoint({
  method: "POST",
  path: "/api/themes/:id/workspaces",
  permission: "theme:assign",
  summary: "Let the members of a workspace ask the theme",
  status: 201,
  params: IdParams,
  body: z.object({ workspaceId: Id }),
  output: Workspace,
});

export const removeThemeWorkspace = endpoint({
  method: "DELETE",
  path: "/api/themes/:id/workspaces/:workspaceId",
  permission: "theme:assign",
  summary: "Remove a workspace's access to the theme",
  params: IdParams.extend({ workspaceId: PathId }),
  output: Done,
});
