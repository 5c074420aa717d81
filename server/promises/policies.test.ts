import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { directoryScope, type Role } from "#contract/kernel/permissions.ts";
import { allow as allowKey } from "#server/identity/api-keys/policy.ts";
import { allow as allowApproved } from "#server/answering/approved-answers/policy.ts";
import { allow as allowChat } from "#server/answering/chats/policy.ts";
import { allow as allowCompany } from "#server/identity/companies/policy.ts";
import type { CompanyId, Context } from "#server/kernel/context.ts";
import type { Person } from "#server/kernel/actor.ts";
import { allow as allowDesk } from "#server/answering/desk/policy.ts";
import { allow as allowDocument } from "#server/knowledge/documents/policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { allow as allowHelp } from "#server/operation/help/policy.ts";
import { allow as allowReview } from "#server/answering/reviews/policy.ts";
import { allow as allowDomain } from "#server/identity/sign-on/policy.ts";
import { allow as allowQuestionnaire } from "#server/answering/questionnaires/policy.ts";
import { allow as allowTestRun } from "#server/answering/test-runs/policy.ts";
import { allow as allowTheme } from "#server/knowledge/themes/policy.ts";
import { allow as allowUser, allowSight } from "#server/identity/users/policy.ts";
import { allow as allowWebhook } from "#server/notices/webhooks/policy.ts";
import { allow as allowWorkspace } from "#server/identity/workspaces/policy.ts";

/**
 * Row rules apply after the endpoint's permission and the stores' reach, so a call never tests one of them alone. Here
 * each is tested on its own: who may act on a row of company 1, or of none.
 */
const people = {
  agent: person("agent", 1),
  "another agent": person("agent", 1, 12),
  admin: person("workspace_admin", 1),
  "admin elsewhere": person("workspace_admin", 2),
  "agent elsewhere": person("agent", 2),
  directory: directory(1),
  "directory elsewhere": directory(2),
  "super admin": person("super_admin", null),
} as const;

function person(role: Role, companyId: number | null, id = 11): Person {
  return { type: "user", id, role, name: "", email: "", companyId, sessionId: "" };
}

/** A SCIM token. */
function directory(companyId: number): Person {
  return { ...person("agent", companyId), key: { id: 1, scopes: [directoryScope] } };
}

/** Only the fields that rules check; a rule that checks more fails here, and says so. */
function contextOf(actor: Person, company: number | null): Context {
  return { actor, company: company as CompanyId | null } as Context;
}

const places = {
  agent: 1,
  "another agent": 1,
  admin: 1,
  "admin elsewhere": 2,
  "agent elsewhere": 2,
  directory: 1,
  "directory elsewhere": 2,
} as const;

type Allow = (ctx: Context, action: never, row: never) => unknown;

/** The callers a rule allows, by name; a super admin in no company, in company 1 and in company 2 counts as three. */
function allowed(allow: unknown, action: string, row: object): string[] {
  const asked: [string, Context][] = [
    ...Object.entries(places).map(
      ([name, company]) =>
        [name, contextOf(people[name as keyof typeof places], company)] as [string, Context],
    ),
    ["super admin", contextOf(people["super admin"], null)],
    ["super admin in 1", contextOf(people["super admin"], 1)],
    ["super admin in 2", contextOf(people["super admin"], 2)],
  ];
  return asked.flatMap(([name, ctx]) => {
    try {
      (allow as Allow)(ctx, action as never, row as never);
      return [name];
    } catch (error) {
      if (error instanceof AppError && error.code === "forbidden") return [];
      throw error;
    }
  });
}

const ofOne = { company_id: 1 };
const superAdmins = ["super admin", "super admin in 1"];
const admins = ["admin", ...superAdmins];
const superAnywhere = ["super admin", "super admin in 1", "super admin in 2"];

const rules: [noun: string, allow: unknown, action: string, row: object, who: string[]][] = [
  ["api-keys", allowKey, "revoke", ofOne, admins],
  ["approved-answers", allowApproved, "edit", ofOne, admins],
  ["test-runs", allowTestRun, "decide", ofOne, admins],
  ["chats", allowChat, "keep", { company_id: 1, user_id: 12 }, ["another agent"]],
  ["questionnaires", allowQuestionnaire, "run", { company_id: 1, user_id: 12 }, ["another agent"]],
  [
    "questionnaires",
    allowQuestionnaire,
    "review",
    { company_id: 1, user_id: 12 },
    ["another agent", ...admins],
  ],
  [
    "questionnaires",
    allowQuestionnaire,
    "delete",
    { company_id: 1, user_id: 12 },
    ["another agent", ...admins],
  ],
  ["desk", allowDesk, "close", ofOne, admins],
  ["webhooks", allowWebhook, "edit", ofOne, admins],
  ["api-keys", allowKey, "revoke-token", ofOne, admins],
  ["sign-on", allowDomain, "edit", ofOne, admins],
  ["companies", allowCompany, "edit", { id: 1 }, ["admin", ...superAnywhere]],
  ["companies", allowCompany, "delete", { id: 1 }, superAnywhere],
  ["companies", allowCompany, "restore", { id: 1 }, superAnywhere],
  ["documents", allowDocument, "edit", ofOne, admins],
  ["documents", allowDocument, "replace", ofOne, admins],
  ["documents", allowDocument, "delete", ofOne, admins],
  ["themes", allowTheme, "ask", ofOne, ["agent", "another agent", ...admins]],
  ["themes", allowTheme, "edit", ofOne, admins],
  ["themes", allowTheme, "delete", ofOne, admins],
  ["themes", allowTheme, "assign", ofOne, admins],
  ["themes", allowTheme, "copy", ofOne, admins],
  ["themes", allowTheme, "upload", ofOne, admins],
  ["themes", allowTheme, "put", ofOne, admins],
  ["workspaces", allowWorkspace, "edit", ofOne, admins],
  ["workspaces", allowWorkspace, "delete", ofOne, admins],
  ["reviews", allowReview, "review", ofOne, admins],
  ["help", allowHelp, "edit", { company_id: 1 }, ["admin", "super admin in 1"]],
  ["help", allowHelp, "edit", { company_id: null }, ["super admin"]],
  [
    "help",
    allowHelp,
    "customize",
    { company_id: null },
    ["admin", "admin elsewhere", "super admin in 1", "super admin in 2"],
  ],
  ["help", allowHelp, "customize", { company_id: 1 }, []],
  [
    "help",
    allowHelp,
    "hide",
    { company_id: null },
    ["admin", "admin elsewhere", "super admin in 1", "super admin in 2"],
  ],
  ["help", allowHelp, "hide", { company_id: 1 }, []],
  ["help", allowHelp, "move", { company_id: 1 }, ["admin", "admin elsewhere", ...superAnywhere]],
  // people get here only within the caller's company (users/store.ts); a super admin's row is open to other super
  // admins
  [
    "users",
    allowUser,
    "edit",
    { id: 12, role: "agent", company_id: 1 },
    ["admin", "admin elsewhere", ...superAnywhere],
  ],
  ["users", allowUser, "edit", { id: 12, role: "super_admin", company_id: null }, superAnywhere],
  [
    "users",
    allowUser,
    "change-address",
    { id: 12, role: "agent", company_id: 1 },
    ["admin", "admin elsewhere", ...superAnywhere],
  ],
  ["users", allowUser, "change-address", { id: 12, role: "super_admin", company_id: null }, superAnywhere],
  ["users", allowUser, "name-yourself", { id: 12, role: "agent", company_id: 1 }, ["another agent"]],
  [
    "users",
    allowUser,
    "deactivate",
    { id: 12, role: "agent", company_id: 1 },
    ["admin", "admin elsewhere", ...superAnywhere],
  ],
  ["users", allowUser, "deactivate", { id: 11, role: "agent", company_id: 1 }, []],
  ["users", allowUser, "reveal-password", { id: 12, role: "agent", company_id: 1 }, ["admin"]],
  ["users", allowUser, "reveal-password", { id: 12, role: "super_admin", company_id: null }, superAnywhere],
  [
    "users",
    allowSight,
    "see-as",
    { id: 12, role: "agent", is_within: true },
    ["admin", "admin elsewhere", ...superAnywhere],
  ],
  [
    "users",
    allowSight,
    "see-as",
    { id: 12, role: "workspace_admin", is_within: true },
    ["admin", "admin elsewhere", ...superAnywhere],
  ],
  ["users", allowSight, "see-as", { id: 12, role: "agent", is_within: false }, []],
  ["users", allowSight, "see-as", { id: 11, role: "workspace_admin", is_within: true }, []],
  ["users", allowSight, "see-as", { id: 12, role: "super_admin", is_within: true }, []],
  ["users", allowSight, "see-as", { id: 12, role: "examiner", is_within: true }, []],
  ["users", allowUser, "provision", { id: 12, role: "agent", company_id: 1 }, ["directory"]],
  ["users", allowUser, "provision", { id: 12, role: "examiner", company_id: 1 }, []],
  ["users", allowUser, "provision", { id: 12, role: "super_admin", company_id: null }, []],
  [
    "users",
    allowUser,
    "reinvite",
    { id: 12, role: "agent", company_id: 1 },
    ["admin", "admin elsewhere", ...superAnywhere],
  ],
  ["users", allowUser, "reinvite", { id: 12, role: "super_admin", company_id: null }, []],
  [
    "users",
    allowUser,
    "remove-second-factor",
    { id: 12, role: "agent", company_id: 1 },
    ["admin", "admin elsewhere", ...superAnywhere],
  ],
  [
    "users",
    allowUser,
    "remove-second-factor",
    { id: 12, role: "super_admin", company_id: null },
    superAnywhere,
  ],
  ["users", allowUser, "remove-second-factor", { id: 11, role: "agent", company_id: 1 }, []],
];

test.each(rules)(
  "%s: the rule of %2$s allows exactly the listed callers",
  (_noun, allow, action, row, who) => {
    expect(allowed(allow, action, row).toSorted()).toEqual(who.toSorted());
  },
);

test("every rule of every noun is tested", () => {
  const written = globSync("server/*/*/policy.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^ {2}"?([\w-]+)"?: \(/gm)].map(
      ([, action]) => `${file.split("/")[2]} ${action}`,
    ),
  );
  expect([...new Set(rules.map(([noun, , action]) => `${noun} ${action}`))].toSorted()).toEqual(
    written.toSorted(),
  );
  expect(written.length).toBeGreaterThan(15);
});
