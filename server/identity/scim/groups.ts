import type * as contract from "#contract/identity/scim.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type CompanyId, type Context } from "#server/kernel/context.ts";
import { applyGroups, mostMoves, tooManyMoves } from "./apply-groups.ts";
import { readFilter } from "./filter.ts";
import * as store from "./group-store.ts";
import { assignmentsOf, readOperations, type Operation } from "./operations.ts";
import { pageIn } from "./page.ts";
import { chosenOf, isWanted, listAnswer, presentGroup } from "./present.ts";
import { readGroup } from "./read-group.ts";
import { refused } from "./refused.ts";
import { listKnown } from "./store.ts";

/** A group can have thousands of members. */
const mostListed = { withMembers: 20, without: 200 };

export async function listScimGroups(
  ctx: Context,
  input: Input<typeof contract.listScimGroups>,
): Promise<Result<typeof contract.listScimGroups>> {
  const company = requireCompany(ctx);
  const hasMembers = isWanted(input, "members");
  const page = pageIn(input, hasMembers ? mostListed.withMembers : mostListed.without);
  const { rows, total } = await store.listGroups(ctx, company, readFilter(input.filter), page);
  const ids = rows.map(({ id }) => id);
  const members = hasMembers ? await store.membersOf(ctx, company, ids) : null;
  return listAnswer(
    rows.map((row) => chosenOf(presentGroup(ctx, row, members?.get(row.id) ?? null), input)),
    { startIndex: page.offset + 1, total },
  );
}

export async function getScimGroup(
  ctx: Context,
  input: Input<typeof contract.getScimGroup>,
): Promise<Result<typeof contract.getScimGroup>> {
  const company = requireCompany(ctx);
  const row = await store.getGroup(ctx, company, input.id);
  const members = isWanted(input, "members") ? await membersIn(ctx, company, input.id) : null;
  return chosenOf(presentGroup(ctx, row, members), input);
}

async function membersIn(ctx: Context, company: CompanyId, id: number): Promise<number[]> {
  return (await store.membersOf(ctx, company, [id])).get(id) ?? [];
}

export async function createGroup(
  ctx: Context,
  { resource }: Input<typeof contract.createScimGroup>,
): Promise<Result<typeof contract.createScimGroup>> {
  const company = requireCompany(ctx);
  const { displayName, externalId = null, members } = readGroup(assignmentsOf("add", resource));
  if (displayName === undefined)
    throw refused("invalidValue", "A group needs a displayName. Nothing was changed.");
  const added = [...(members?.(new Set()) ?? [])];
  await checkMembers(ctx, company, added, added.length);
  const id = await store.insertGroup(ctx, company, { display_name: displayName, external_id: externalId });
  await store.addMembers(ctx, company, id, added);
  ctx.audit({
    action: "group.create",
    target: { type: "group", id },
    company,
    after: { name: displayName, externalId, members: added },
  });
  await applyGroups(ctx, company, { stayed: added, left: [], before: null, after: displayName });
  return presentGroup(ctx, await store.getGroup(ctx, company, id), await membersIn(ctx, company, id));
}

export function replaceGroup(
  ctx: Context,
  { id, resource }: Input<typeof contract.replaceScimGroup>,
): Promise<Result<typeof contract.replaceScimGroup>> {
  return change(ctx, id, assignmentsOf("replace", resource));
}

export function patchGroup(
  ctx: Context,
  { id, operations }: Input<typeof contract.patchScimGroup>,
): Promise<Result<typeof contract.patchScimGroup>> {
  return change(ctx, id, readOperations(operations));
}

async function change(ctx: Context, id: number, operations: Operation[]) {
  const company = requireCompany(ctx);
  const group = await store.lockGroup(ctx, company, id);
  const wanted = readGroup(operations);
  const name = wanted.displayName ?? group.display_name;
  const externalId = wanted.externalId === undefined ? group.external_id : wanted.externalId;
  const present = new Set(wanted.members === undefined ? [] : await membersIn(ctx, company, id));
  const after = wanted.members?.(present) ?? present;
  const added = [...after].filter((one) => !present.has(one));
  const removed = [...present].filter((one) => !after.has(one));
  await checkMembers(ctx, company, added, added.length + removed.length);
  await store.setGroup(ctx, company, id, { display_name: name, external_id: externalId });
  await store.addMembers(ctx, company, id, added);
  await store.removeMembers(ctx, company, id, removed);
  ctx.audit({
    action: "group.update",
    target: { type: "group", id },
    company,
    before: { name: group.display_name, externalId: group.external_id },
    after: { name, externalId, added, removed },
  });
  const stayed = name === group.display_name ? added : await membersIn(ctx, company, id);
  await applyGroups(ctx, company, { stayed, left: removed, before: group.display_name, after: name });
  return presentGroup(ctx, await store.getGroup(ctx, company, id), await membersIn(ctx, company, id));
}

export async function deleteGroup(ctx: Context, { id }: { id: number }): Promise<void> {
  const company = requireCompany(ctx);
  const group = await store.lockGroup(ctx, company, id);
  const members = await membersIn(ctx, company, id);
  await store.deleteGroup(ctx, company, id);
  ctx.audit({
    action: "group.delete",
    target: { type: "group", id },
    company,
    before: { name: group.display_name, externalId: group.external_id, members: members.length },
  });
  await applyGroups(ctx, company, { stayed: [], left: members, before: group.display_name, after: null });
}

/** @throws AppError invalid if someone is not in the company, in the same words as for an unknown person */
async function checkMembers(ctx: Context, company: CompanyId, added: number[], moves: number): Promise<void> {
  if (moves > mostMoves) throw tooManyMoves();
  const known = await listKnown(ctx, company, added);
  if (added.some((id) => !known.has(id)))
    throw refused(
      "invalidValue",
      "One of the members is unknown. Nothing was changed. Send the person first, then the membership.",
    );
}
