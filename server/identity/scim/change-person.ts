import type * as contract from "#contract/identity/scim.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { Email } from "#contract/kernel/values.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { provisionUser } from "#server/identity/users/provision.ts";
import { requireProved } from "./create-person.ts";
import { assignmentsOf, readOperations, type Operation } from "./operations.ts";
import { getChangeable } from "./people.ts";
import { presentPerson } from "./present.ts";
import { readPerson, type PersonChange } from "./read-person.ts";
import { refused } from "./refused.ts";
import { getPerson, isNameTaken, nameTaken, putIdentifiers, type PersonRow } from "./store.ts";

export function replacePerson(
  ctx: Context,
  { id, resource }: Input<typeof contract.replaceScimUser>,
): Promise<Result<typeof contract.replaceScimUser>> {
  // as an addition: read-only attributes are just sent back, and change nothing
  return change(ctx, id, assignmentsOf("add", resource));
}

export function patchPerson(
  ctx: Context,
  { id, operations }: Input<typeof contract.patchScimUser>,
): Promise<Result<typeof contract.patchScimUser>> {
  return change(ctx, id, readOperations(operations));
}

async function change(ctx: Context, id: number, operations: Operation[]) {
  const company = requireCompany(ctx);
  const person = await getChangeable(ctx, company, id);
  const wanted = readPerson(operations);
  requireSamePerson(person, wanted);
  const userName = wanted.userName ?? person.user_name;
  if (userName !== person.user_name && (await isNameTaken(ctx, company, userName, id))) throw nameTaken();
  const email = wanted.email ?? addressAfter(person, userName);
  if (email !== person.email) await requireProved(ctx, company, email);
  const externalId = wanted.externalId === undefined ? person.external_id : wanted.externalId;
  await putIdentifiers(ctx, company, id, {
    user_name: userName,
    external_id: externalId ?? person.tied_to,
    hides_external_id: externalId === null,
    removed_at: null,
  });
  await provisionUser(
    ctx,
    id,
    {
      email,
      firstName: wanted.firstName ?? person.first_name,
      lastName: wanted.lastName ?? person.last_name,
      isActive: wanted.isActive ?? person.is_active,
    },
    {
      before: { userName: person.user_name, externalId: person.external_id },
      after: { userName, externalId },
    },
  );
  return presentPerson(ctx, await getPerson(ctx, company, id));
}

/**
 * An address can pass to someone else, an account cannot: a person found by address must be the one known by the same
 * identifier, even where the directory has removed that since.
 */
function requireSamePerson(person: PersonRow, { externalId }: PersonChange): void {
  if (externalId != null && person.tied_to !== null && externalId !== person.tied_to)
    throw refused(
      "mutability",
      "This account belongs to another person of your directory, by its externalId. Nothing was changed. Delete it over SCIM first, and give the new person an address of their own.",
    );
  // it may belong to a former colleague, found by address alone
  if (!person.is_provisioned && !person.is_active)
    throw new AppError(
      "conflict",
      "This account was deactivated before your directory managed it. Nothing was changed. An administrator can activate it under Admin › Users, if it is the same person's.",
    );
}

/** Without an address from the directory, the user name is the address, and remains so. */
function addressAfter(person: PersonRow, userName: string): string {
  const parsed = Email.safeParse(userName);
  return parsed.success && person.email === person.user_name.toLowerCase() ? parsed.data : person.email;
}
