import type { CurrentUser } from "#contract/identity/users.ts";

/** Full name, else first name, else email. */
export function displayName(user: Pick<CurrentUser, "firstName" | "lastName" | "email">): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}

/** Initials; without names, those of the role. */
export function initialsOf(user: Pick<CurrentUser, "firstName" | "lastName" | "role">): string {
  if (user.firstName && user.lastName)
    return `${[...user.firstName][0]}${[...user.lastName][0]}`.toUpperCase();
  return { super_admin: "SA", workspace_admin: "WA", agent: "A", examiner: "E" }[user.role];
}
