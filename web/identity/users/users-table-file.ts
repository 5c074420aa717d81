import type { Table } from "#web/ui/spreadsheet.ts";
import type { User } from "#contract/identity/users.ts";
import { roleNames } from "./role-names.ts";

const header = [
  "Email",
  "First Name",
  "Last Name",
  "Role",
  "Company",
  "Workspaces",
  "Status",
  "Last Login",
  "Created",
];

/** The users table as rows of a file, without temporary passwords. */
export function usersTable(users: User[]): Table {
  return [
    header,
    ...users.map((user) => [
      user.email,
      user.firstName,
      user.lastName,
      roleNames[user.role],
      user.companyName ?? "",
      user.workspaceNames.join("; "),
      user.isActive ? "Active" : "Inactive",
      user.lastLogin === null ? "Never" : new Date(user.lastLogin),
      new Date(user.createdAt),
    ]),
  ];
}
