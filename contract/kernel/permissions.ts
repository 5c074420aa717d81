import { z } from "zod";

export const Role = z.enum(["super_admin", "workspace_admin", "agent", "examiner"]);
export type Role = z.infer<typeof Role>;

const agent = ["theme:list", "theme:ask", "source:read", "answer:rate", "history:read", "help:read"] as const;

/** From outside: reads part of the record and nothing else. */
const examiner = ["examination:read", "help:read"] as const;

const workspaceAdmin = [
  ...agent,
  "company:list",
  "company:edit",
  "workspace:list",
  "workspace:create",
  "workspace:edit",
  "workspace:delete",
  "user:list",
  "user:invite",
  "user:edit",
  "user:deactivate",
  "user:reveal-password",
  "user:see-as",
  "theme:create",
  "theme:edit",
  "theme:delete",
  "theme:assign",
  "document:list",
  "document:upload",
  "document:replace",
  "document:edit",
  "document:delete",
  "interaction:list",
  "interaction:review",
  "approved-answer:list",
  "approved-answer:edit",
  "report:read",
  "help:edit",
  "record:read",
  "record:stream",
  "retention:edit",
  "hold:edit",
  "examiner:edit",
  "key:list",
  "key:edit",
  "sign-on:edit",
] as const;

const superAdmin = [
  ...workspaceAdmin,
  // works in any company, one at a time or across all
  "company:choose",
  "company:create",
  "company:delete",
  "super-admin:edit",
  "lead:list",
  "lead:edit",
  "lead:delete",
  "model:edit",
  "record:rotate-key",
  "operation:read",
  "operation:edit",
] as const;

/** Carried by a SCIM token, and by no role or API key: people and groups of its company, as the directory has them. */
export const directoryScope = "user:provision";

/** Carried by the key of a widget, and by no role or API key: visitors of other websites ask its one theme. */
export const widgetScope = "widget:ask";

export type Permission =
  | (typeof superAdmin | typeof examiner)[number]
  | typeof directoryScope
  | typeof widgetScope;

/**
 * The single table of who may do what. Which rows of a kind a person may touch is decided in `server/<noun>/policy.ts`.
 */
export const permissionsOf: Record<Role, readonly Permission[]> = {
  agent,
  examiner,
  workspace_admin: workspaceAdmin,
  super_admin: superAdmin,
};

/** Permissions an API key can be given; each call that accepts keys asks for one of them. */
export const keyScopes = [
  "theme:list",
  "theme:ask",
  "history:read",
  "source:read",
  "document:list",
  "document:upload",
  "document:replace",
  "document:delete",
  "approved-answer:list",
  "approved-answer:edit",
] as const satisfies readonly Permission[];
export type KeyScope = (typeof keyScopes)[number];

/** Permissions that an access token can carry to the Model Context Protocol server, as OAuth scopes (RFC 6749, 3.3). */
export const tokenScopes = ["theme:list", "theme:ask", "source:read"] as const satisfies readonly KeyScope[];
export type TokenScope = (typeof tokenScopes)[number];

/** All that a key of any kind can carry. */
export const carriedScopes = [...keyScopes, directoryScope, widgetScope] as const;

export function can(role: Role, permission: Permission): boolean {
  return permissionsOf[role].includes(permission);
}
