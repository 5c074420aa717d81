import { can, directoryScope, widgetScope } from "#contract/kernel/permissions.ts";
import type { Permission } from "#contract/kernel/permissions.ts";
import type { Person } from "#server/kernel/actor.ts";
import { AppError, forbidden } from "#server/platform/errors.ts";

/** What calls with that scope take in place of an API key. */
export function nameOfKey(permission: string): string {
  if (permission === directoryScope) return "a SCIM token";
  return permission === widgetScope ? "the key of a widget" : "an API key";
}

/** Which scope is missing, and who can add it; another token does not help somebody whose role lacks the permission. */
export function lacksScope({ key, token, role }: Person, scope: Permission): AppError {
  if (scope === directoryScope || scope === widgetScope)
    return new AppError("forbidden", `This call needs ${nameOfKey(scope)}. Nothing was done.`);
  if (key !== undefined)
    return new AppError(
      "forbidden",
      `This key lacks the scope ${scope}. Nothing was done. An administrator can create a key that has it, under Admin › Connections.`,
    );
  if (token === undefined || !can(role, scope)) return forbidden();
  return new AppError(
    "forbidden",
    `This access token lacks the scope ${scope}. Nothing was done. Have your identity provider issue it, or ask your administrator.`,
  );
}
