import {
  can,
  type carriedScopes,
  type Permission,
  type Role,
  type TokenScope,
} from "#contract/kernel/permissions.ts";

/** Questions of one visitor in an hour, and of all visitors in a day. */
export type VisitorLimits = { visitorQuestionsPerHour: number; questionsPerDay: number };

export type Person = {
  type: "user";
  id: number;
  role: Role;
  name: string;
  email: string;
  /** null for a super_admin */
  companyId: number | null;
  sessionId: string;
  /**
   * For a call with an API key, a SCIM token or the key of a widget: the person is the key's own user, with the key's
   * permissions. `visitors`: how much those of a widget may ask.
   */
  key?: { id: number; scopes: readonly (typeof carriedScopes)[number][]; visitors?: VisitorLimits };
  /**
   * For a call with an access token of the company's identity provider: the program that sends it for the person, by its
   * id there, and what it may do of what the person may.
   */
  token?: { clientId: string; scopes: readonly TokenScope[] };
};

export function permits(person: Person, permission: Permission): boolean {
  if (person.key !== undefined) return person.key.scopes.some((scope) => scope === permission);
  const isGranted = person.token?.scopes.some((scope) => scope === permission) ?? true;
  return isGranted && can(person.role, permission);
}

/** Who acts. A closed list, so every record can name the actor. */
export type Actor =
  | Person
  | { type: "job"; name: string }
  | { type: "public" }
  | { type: "system"; name: string };

/** Which sessions of a person ended: one, or all except one. */
export type EndedSessions = { only: string } | { keep: string | null };
