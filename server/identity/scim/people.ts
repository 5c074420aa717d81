import type * as contract from "#contract/identity/scim.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type CompanyId, type Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { companyAssignments } from "#server/identity/sign-on/assignments.ts";
import { readFilter } from "./filter.ts";
import { leaveGroups } from "./group-store.ts";
import { provisionUser } from "#server/identity/users/provision.ts";
import { pageIn } from "./page.ts";
import { chosenOf, listAnswer, presentPerson } from "./present.ts";
import { getPerson, listPeople, putIdentifiers, type PersonRow } from "./store.ts";

export async function listScimPeople(
  ctx: Context,
  input: Input<typeof contract.listScimUsers>,
): Promise<Result<typeof contract.listScimUsers>> {
  const page = pageIn(input, 200);
  const { rows, total } = await listPeople(ctx, requireCompany(ctx), readFilter(input.filter), page);
  return listAnswer(
    rows.map((row) => chosenOf(presentPerson(ctx, row), input)),
    { startIndex: page.offset + 1, total },
  );
}

export async function getScimPerson(
  ctx: Context,
  input: Input<typeof contract.getScimUser>,
): Promise<Result<typeof contract.getScimUser>> {
  return chosenOf(presentPerson(ctx, await getPerson(ctx, requireCompany(ctx), input.id)), input);
}

/** Deactivated as by an administrator, and from then on not found over SCIM (RFC 7644, section 3.6). */
export async function removePerson(ctx: Context, { id }: { id: number }): Promise<void> {
  const company = requireCompany(ctx);
  const person = await getChangeable(ctx, company, id);
  const { user_name, tied_to: external_id } = person;
  await putIdentifiers(ctx, company, id, {
    user_name,
    external_id,
    hides_external_id: person.external_id === null,
    removed_at: ctx.now,
  });
  await leaveGroups(ctx, company, id);
  await provisionUser(
    ctx,
    id,
    { email: person.email, firstName: person.first_name, lastName: person.last_name, isActive: false },
    { before: { isRemoved: false }, after: { isRemoved: true } },
  );
}

/** @throws AppError forbidden for the account that must work even when the directory does not */
export async function getChangeable(ctx: Context, company: CompanyId, id: number): Promise<PersonRow> {
  const person = await getPerson(ctx, company, id);
  const assignments = await companyAssignments(ctx, company);
  if (assignments?.breakGlassUserId === id)
    throw new AppError(
      "forbidden",
      "This is your company's break-glass account, which a directory cannot change. Nothing was changed. Leave it out of provisioning.",
    );
  return person;
}
