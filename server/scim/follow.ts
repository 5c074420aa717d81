import type { CompanyId, Context } from "#server/context.ts";
import { companyPlaces } from "#server/sign-on/place.ts";
import { followAll } from "#server/users/from-provider.ts";
import { groupNamesOf } from "./group-store.ts";
import { refused } from "./refused.ts";

/** With the events of those who move, an insert stays below PostgreSQL's 65,535 parameters. */
export const mostMoves = 1000;

type Move = {
  /** Members whose group is new to them, or has another name. */
  stayed: number[];
  left: number[];
  /** The group's name; null where there was none, or is none. */
  before: string | null;
  after: string | null;
};

/**
 * Moves people to the role and workspaces of their groups, by the rules that single sign-on has. Whoever loses a group that
 * a rule names, and has no other, becomes an agent in the workspaces of people whom no rule fits: a directory says so on
 * purpose, while a sign-in without groups may only lack the claim.
 */
export async function follow(ctx: Context, company: CompanyId, { stayed, left, before, after }: Move) {
  const places = await companyPlaces(ctx, company);
  if (places === null) return;
  const isNamed = (name: string | null) => name !== null && places.isNamed(name);
  if (!isNamed(before) && !isNamed(after)) return;
  const people = [...new Set([...stayed, ...left])];
  if (people.length > mostMoves) throw tooManyMoves();
  const names = await groupNamesOf(ctx, company, people);
  const losers = new Set(isNamed(before) ? [...left, ...(before === after ? [] : stayed)] : []);
  const moves = people.flatMap((id) => {
    const place = places.of(names.get(id) ?? []) ?? (losers.has(id) ? places.home : null);
    // its role must go on working when the directory does not
    return place === null || id === places.breakGlassUserId ? [] : [[id, place] as const];
  });
  await followAll(ctx, new Map(moves));
}

export function tooManyMoves() {
  return refused(
    "tooMany",
    `A call moves at most ${mostMoves.toLocaleString("en")} members. Nothing was changed. Send the rest in further calls.`,
  );
}
