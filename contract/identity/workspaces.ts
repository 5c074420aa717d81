import { z } from "zod";
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
  requiredText,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about = "Groups of themes and people";
export const screens = ["/workspaces"];

export const Workspace = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  companyId: Id,
  companyName: z.string(),
  isActive: z.boolean(),
  version: Version,
  createdAt: Timestamp,
});
export type Workspace = z.output<typeof Workspace>;

const WorkspaceBody = z.object({
  name: requiredText(120, "A workspace needs a name."),
  description: prose(2000).default(""),
  companyId: Id.optional(),
  isActive: z.boolean().optional(),
});

export const listWorkspaces = endpoint({
  method: "GET",
  path: "/api/workspaces",
  permission: "workspace:list",
  summary: "Workspaces of a company",
  query: ListQuery.extend({
    isActive: z.stringbool().optional(),
    withoutTheme: PathId.optional().describe("Only workspaces without this theme"),
  }),
  output: listOf(Workspace),
});

export const getWorkspace = endpoint({
  method: "GET",
  path: "/api/workspaces/:id",
  permission: "workspace:list",
  summary: "One workspace",
  params: IdParams,
  output: Workspace,
});

export const createWorkspace = endpoint({
  method: "POST",
  path: "/api/workspaces",
  permission: "workspace:create",
  summary: "Create a workspace",
  status: 201,
  body: WorkspaceBody,
  output: Workspace,
});

export const updateWorkspace = endpoint({
  method: "PUT",
  path: "/api/workspaces/:id",
  permission: "workspace:edit",
  summary: "Change a workspace; omitted fields keep their values",
  params: IdParams,
  body: WorkspaceBody.extend({ description: prose(2000), version: KnownVersion }).partial(),
  output: Workspace,
});

export const deleteWorkspace = endpoint({
  method: "DELETE",
  path: "/api/workspaces/:id",
  permission: "workspace:delete",
  summary: "Delete a workspace; one with members or themes requires force=true",
  params: IdParams,
  query: z.object({ force: z.stringbool().default(false) }),
  output: Done,
});

export const getWorkspaceStats = endpoint({
  method: "GET",
  path: "/api/workspaces/:id/stats",
  permission: "workspace:list",
  summary: "How many active people a workspace has, and how many themes they can ask through it",
  params: IdParams,
  output: z.object({
    userCount: z.number().int(),
    invitedCount: z.number().int().describe("Of these people, those who haven't signed in yet"),
    themeCount: z.number().int(),
    homeThemeCount: z.number().int().describe("Themes that become inactive when the workspace is deleted"),
  }),
});
