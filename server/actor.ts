import type { Role } from "#contract/permissions.ts";

export type Person = {
  type: "user";
  id: number;
  role: Role;
  name: string;
  email: string;
  /** null for a super_admin */
  companyId: number | null;
  sessionId: string;
};

/** Who acts. Closed, so that every record can say it. */
export type Actor =
  | Person
  | { type: "job"; name: string }
  | { type: "public" }
  | { type: "system"; name: string };
