import { can, directoryScope, widgetScope, type Permission } from "#contract/kernel/permissions.ts";
import type { Person } from "#server/kernel/actor.ts";
import { AppError, forbidden } from "#server/platform/errors.ts";
import { bearerToken, type Ended } from "#server/identity/api-keys/authenticate-key.ts";

/** What calls with that scope take in place of an API key. */
export function nameOfKey(permission: string): string {
  if (permission === directoryScope) return "a SCIM token";
  return permission === widgetScope ? "the key of a widget" : "an API key";
}

/**
 * Why a call has no usable key: none was sent, or `ended` says what happened to the one that was. Whoever has the whole
 * secret may know.
 */
export function keyRefused(
  { permission, takesKeys }: { permission: string; takesKeys?: true },
  authorization: string | undefined,
  ended: Ended | null = null,
): AppError {
  const refused = (sentence: string) => new AppError("unauthenticated", sentence, { isRecorded: true });
  const name = nameOfKey(permission);
  if (takesKeys !== true) return refused("Not authenticated");
  if (authorization === undefined) return new AppError("unauthenticated", `Send ${name} as a bearer token.`);
  if (bearerToken(authorization) === undefined)
    return refused(
      `No bearer token is in the Authorization header. Send "Bearer", a space and ${name} in it.`,
    );
  if (ended === null)
    return refused(
      `${name.replace(/^\w+/, "The")} that was sent is not known. Nothing was done. Check that it was copied whole, or ask your administrator for a new one.`,
    );
  const end = ended === "revoked" ? "was revoked" : "has expired";
  return refused(`The key that was sent ${end}. Nothing was done. Ask your administrator for a new one.`);
}

/** Which scope is missing, and who can add it; another token does not help a person whose role lacks the permission. */
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
