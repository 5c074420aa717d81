import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { permissionsOf, Role } from "#contract/kernel/permissions.ts";
import {
  Done,
  Email,
  Id,
  IdParams,
  KnownVersion,
  listOf,
  ListQuery,
  orNull,
  PathId,
  text,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";
import { Workspace } from "./workspaces.ts";

export const about = "People, their roles and their access";
export const screens = ["/admin"];

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  workspaceId: Id.nullable().describe("The primary workspace"),
  workspaceIds: z.array(Id),
  workspaceNames: z.array(z.string()),
  isActive: z.boolean(),
  version: Version,
  mustChangePassword: z.boolean(),
  hasTempPassword: z.boolean().describe("An unused temporary password exists and can be shown"),
  tempPassword: z
    .string()
    .nullable()
    .describe("Always null in lists; `POST /api/users/:id/temp-password` reveals it"),
  lastLogin: Timestamp.nullable(),
  createdAt: Timestamp,
  hasAcceptedTerms: z.boolean(),
  hasAcceptedPrivacy: z.boolean(),
  hasSecondFactor: z.boolean(),
});
export type User = z.output<typeof User>;

export const ThemeAccess = z.object({
  isByName: z.boolean().describe("Assigned individually"),
  throughWorkspaces: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe("The person's active workspaces whose members can ask it"),
  isAdministrator: z.boolean().describe("Can ask every theme of the company"),
});
export type ThemeAccess = z.output<typeof ThemeAccess>;

const everyPermission = z.enum([...new Set(Object.values(permissionsOf).flat())] as [string, ...string[]]);

export const CurrentUser = User.extend({
  permissions: z.array(everyPermission),
  mustSetUpSecondFactor: z.boolean().describe("One is required and has not been set up"),
  secondFactorDueAt: Timestamp.nullable()
    .default(null)
    .describe("When a second factor becomes required; null: not required, required already, or set up"),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const getCurrentUser = endpoint({
  method: "GET",
  path: "/api/users/me",
  permission: "signed-in",
  summary: "The person who is signed in",
  allowedBeforeOnboarding: true,
  output: CurrentUser,
});

export const nameYourself = endpoint({
  method: "PUT",
  path: "/api/users/me",
  permission: "signed-in",
  summary: "Set your own name; omitted fields keep their values",
  allowedBeforeOnboarding: true,
  body: z.object({
    firstName: orNull(text(100)).optional(),
    lastName: orNull(text(100)).optional(),
    version: KnownVersion,
  }),
  output: CurrentUser,
});

const IdList = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/, "Enter up to 200 ids, separated by commas.")
  .transform((ids) => ids.split(",").map(Number));

export const listUsers = endpoint({
  method: "GET",
  path: "/api/users",
  permission: "user:list",
  summary: "People of a company",
  query: ListQuery.extend({
    role: Role.optional(),
    workspaceId: PathId.optional(),
    isActive: z.stringbool().optional(),
    hasSignedIn: z.stringbool().optional().describe("false: invited or added, and not here yet"),
    ofTheme: PathId.optional().describe(
      "Members of the active workspaces that have this theme, and people assigned to it individually",
    ),
    assignedFirst: PathId.optional().describe("A theme: people assigned to it individually come first"),
    toggled: IdList.optional().describe(
      "With assignedFirst: people assigned or removed since the first page was read; they keep their places",
    ),
  }),
  output: listOf(
    User.extend({ access: ThemeAccess.optional().describe("With ofTheme: why the person can ask it") }),
  ),
});

export const inviteUser = endpoint({
  method: "POST",
  path: "/api/users/invite",
  permission: "user:invite",
  summary: "Invite a person; the temporary password goes by email, or is returned once",
  status: 201,
  stepUp: ["role=workspace_admin"],
  body: z.object({
    email: Email,
    firstName: text(100).default(""),
    lastName: text(100).default(""),
    role: z.enum(["agent", "workspace_admin"]),
    workspaceId: Id,
    workspaceIds: z.array(Id).max(500).optional(),
    companyId: Id.optional(),
  }),
  output: z.object({
    id: Id,
    userId: Id,
    message: z.string(),
    emailSent: z.boolean(),
    tempPassword: z.string().nullable(),
  }),
});

export const reinviteUser = endpoint({
  method: "POST",
  path: "/api/users/:id/reinvite",
  permission: "user:invite",
  summary: "A new temporary password for someone who has not used the first one",
  params: IdParams,
  stepUp: true,
  output: inviteUser.output,
});

export const revealTempPassword = endpoint({
  method: "POST",
  path: "/api/users/:id/temp-password",
  permission: "user:reveal-password",
  summary: "Show an unused temporary password; recorded in the audit trail",
  params: IdParams,
  stepUp: true,
  output: z.object({ tempPassword: z.string() }),
});

export const updateUser = endpoint({
  method: "PUT",
  path: "/api/users/:id",
  permission: "user:edit",
  summary:
    "Change the name, role, primary workspace or active state; a super admin given another role joins a company",
  params: IdParams,
  companyIdIsData: true,
  stepUp: ["role"],
  body: z.object({
    firstName: orNull(text(100)).optional(),
    lastName: orNull(text(100)).optional(),
    role: Role.optional(),
    companyId: Id.nullish().describe(
      "Required when a super admin becomes a workspace_admin or agent: the company to join",
    ),
    workspaceId: Id.nullable().optional(),
    isActive: z.boolean().optional(),
    version: KnownVersion,
  }),
  output: User,
});

export const changeAddress = endpoint({
  method: "PUT",
  path: "/api/users/:id/email",
  permission: "user:edit",
  summary: "Give a person another address to sign in with",
  details:
    "All sessions of the person end, and mailed links and an unused temporary password stop working. Both addresses are notified by email.",
  params: IdParams,
  stepUp: true,
  body: z.object({ email: Email }),
  output: User,
});

export const removeLostSecondFactor = endpoint({
  method: "DELETE",
  path: "/api/users/:id/second-factor",
  permission: "user:edit",
  summary: "Remove a second factor that a person has lost; all sessions of the person end",
  stepUp: true,
  params: IdParams,
  output: User,
});

export const deactivateUser = endpoint({
  method: "DELETE",
  path: "/api/users/:id",
  permission: "user:deactivate",
  summary: "Deactivate a person; their actions stay on record",
  params: IdParams,
  output: Done,
});

export const listWorkspaceAssignments = endpoint({
  method: "GET",
  path: "/api/users/:id/workspace-assignments",
  permission: "user:list",
  summary: "The workspaces a person belongs to, primary first",
  params: IdParams,
  output: z.array(Workspace.extend({ isPrimary: z.boolean() })),
});

export const setWorkspaceAssignments = endpoint({
  method: "POST",
  path: "/api/users/:id/workspace-assignments",
  permission: "user:edit",
  summary: "Set the workspaces of a person; the first one is the primary",
  params: IdParams,
  body: z.object({
    workspaceIds: z.array(Id).min(1, "A person belongs to at least one workspace.").max(500),
    version: KnownVersion.describe("The version of the person last read"),
  }),
  output: z.array(Workspace.extend({ isPrimary: z.boolean() })),
});
