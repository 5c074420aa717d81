import type * as contract from "#contract/identity/scim.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { listScimGroups } from "./groups.ts";
import { listScimPeople } from "./people.ts";
import { listAnswer } from "./present.ts";

/** One list: all people that match, then all groups (RFC 7644, section 3.4.2.1). */
export async function searchAll(
  ctx: Context,
  input: Input<typeof contract.searchScim>,
): Promise<Result<typeof contract.searchScim>> {
  const start = Math.max(1, input.startIndex);
  const people = await matchesOf(listScimPeople(ctx, input));
  const found = totalIn(people);
  const shown = resourcesIn(people);
  // groups begin where people end
  const left = start + shown.length > found ? Math.max(0, input.count) - shown.length : 0;
  const groups = await matchesOf(
    listScimGroups(ctx, { ...input, startIndex: Math.max(1, start - found), count: left }),
  );
  if (people instanceof AppError && groups instanceof AppError) throw people;
  return listAnswer([...shown, ...resourcesIn(groups)], {
    startIndex: start,
    total: found + totalIn(groups),
  });
}

type Matches = { totalResults: number; Resources: ({ schemas: string[] } & Record<string, unknown>)[] };

/** The refusal of a filter by an attribute that this kind does not have: it matches none. */
async function matchesOf(list: Promise<Matches>): Promise<Matches | AppError> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof AppError && error.scimType === "invalidFilter") return error;
    throw error;
  }
}

const totalIn = (matches: Matches | AppError) => (matches instanceof AppError ? 0 : matches.totalResults);
const resourcesIn = (matches: Matches | AppError) => (matches instanceof AppError ? [] : matches.Resources);
