import type { CompanyId, Context } from "#server/kernel/context.ts";
import { companyAssignments } from "#server/identity/sign-on/assignments.ts";
import { applyGroupMappings } from "#server/identity/users/from-provider.ts";
import { groupNamesOf } from "./group-store.ts";
import { refused } from "./refused.ts";

/** Including the events of moved people, an insert stays below PostgreSQL's 65,535 parameters. */
export const mostMoves = 1000;

type Move = {
  /** Members with a new or renamed group. */
  stayed: number[];
  left: number[];
  /** The group's name; null if there was none, or is none now. */
  before: string | null;
  after: string | null;
};

/**
 * Moves people to the role and workspaces of their groups, by the rules of single sign-on. A person who loses a group
 * named in a rule, and has no other, becomes an agent in the default workspaces: a directory removes people on purpose,
 * while a sign-in without groups may just lack the claim.
 */
export async function applyGroups(ctx: Context, company: CompanyId, { stayed, left, before, after }: Move) {
  const assignments = await companyAssignments(ctx, company);
  if (assignments === null) return;
  const isNamed = (name: string | null) => name !== null && assignments.isNamed(name);
  if (!isNamed(before) && !isNamed(after)) return;
  const people = [...new Set([...stayed, ...left])];
  if (people.length > mostMoves) throw tooManyMoves();
  const names = await groupNamesOf(ctx, company, people);
  const losers = new Set(isNamed(before) ? [...left, ...(before === after ? [] : stayed)] : []);
  const moves = people.flatMap((id) => {
    const assignment = assignments.of(names.get(id) ?? []) ?? (losers.has(id) ? assignments.home : null);
    // its role must work even when the directory does not
    return assignment === null || id === assignments.breakGlassUserId ? [] : [[id, assignment] as const];
  });
  await applyGroupMappings(ctx, new Map(moves));
}

export function tooManyMoves() {
  return refused(
    "tooMany",
    `A call can move at most ${mostMoves.toLocaleString("en")} members. Nothing was changed. Send the rest in further calls.`,
  );
}
