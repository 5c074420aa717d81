import type { Role } from "#contract/kernel/permissions.ts";
import type { WorkspaceKey } from "./company.ts";

export type PersonKey = keyof typeof people;

/** `signIn` marks the three people whose passwords are printed; no one knows the others'. */
type DemoPerson = {
  firstName: string;
  lastName: string;
  role: Role;
  email: string;
  workspaces: WorkspaceKey[];
  signIn?: true;
};

const of = (
  role: Role,
  name: `${string} ${string}`,
  workspaces: WorkspaceKey[],
  signIn?: true,
): DemoPerson => {
  const [firstName = "", lastName = ""] = name.split(" ");
  const domain = role === "super_admin" ? "footnote.example" : "corvane.example";
  return {
    firstName,
    lastName,
    role,
    email: `${firstName}.${lastName}@${domain}`.toLowerCase(),
    workspaces,
    ...(signIn === undefined ? {} : { signIn }),
  };
};

export const people = {
  morgan: of("super_admin", "Morgan Hale", [], true),
  dana: of("workspace_admin", "Dana Whitfield", ["care", "warranty"], true),
  luis: of("workspace_admin", "Luis Ortega", ["billing"]),
  maya: of("agent", "Maya Lindgren", ["care"], true),
  tom: of("agent", "Tom Becker", ["care"]),
  aisha: of("agent", "Aisha Grant", ["care"]),
  kenji: of("agent", "Kenji Mori", ["care", "warranty"]),
  sofia: of("agent", "Sofia Marlowe", ["care"]),
  marcus: of("agent", "Marcus Boyd", ["billing"]),
  elena: of("agent", "Elena Petrova", ["billing"]),
  grace: of("agent", "Grace Okafor", ["warranty"]),
} as const satisfies Record<string, DemoPerson>;

export const personKeys = Object.keys(people) as PersonKey[];

/** Invited yesterday and not signed in yet: shows '(New)', the temporary password and the terms gate. */
export const newcomer = of("agent", "Nora Blake", ["warranty"]);
