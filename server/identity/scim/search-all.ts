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
  const found = people?.totalResults ?? 0;
  const shown = people?.Resources ?? [];
  // groups begin where people end
  const left = start + shown.length > found ? Math.max(0, input.count) - shown.length : 0;
  const groups = await matchesOf(
    listScimGroups(ctx, { ...input, startIndex: Math.max(1, start - found), count: left }),
  );
  if (people === null && groups === null) return listScimPeople(ctx, input);
  return listAnswer([...shown, ...(groups?.Resources ?? [])], {
    startIndex: start,
    total: found + (groups?.totalResults ?? 0),
  });
}

/** Null for a filter by an attribute that this kind does not have. */
async function matchesOf<Matches>(list: Promise<Matches>): Promise<Matches | null> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof AppError && error.scimType === "invalidFilter") return null;
    throw error;
  }
}
