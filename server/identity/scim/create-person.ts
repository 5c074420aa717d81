import type * as contract from "#contract/identity/scim.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type CompanyId, type Context } from "#server/kernel/context.ts";
import { companyAssignments } from "#server/identity/sign-on/assignments.ts";
import { isProvedAddress } from "#server/identity/sign-on/shared-store.ts";
import { createFromProvider, followProvider, type Assignment } from "#server/identity/users/from-provider.ts";
import { provisionUser } from "#server/identity/users/provision.ts";
import { addressTaken } from "#server/identity/users/address-taken.ts";
import { assignmentsOf } from "./operations.ts";
import { presentPerson } from "./present.ts";
import { readEmail, readPerson } from "./read-person.ts";
import { refused } from "./refused.ts";
import { findRemoved, getPerson, isNameTaken, nameTaken, putIdentifiers } from "./store.ts";

const nowhere: Assignment = { role: "agent", workspaceIds: [] };

/**
 * An account without a password, in the default workspaces of people without a matching group rule. Never linked to an
 * existing account: a directory first finds that one and changes it. A person deleted over SCIM comes back by the same
 * identifier.
 */
export async function createPerson(
  ctx: Context,
  { resource }: Input<typeof contract.createScimUser>,
): Promise<Result<typeof contract.createScimUser>> {
  const company = requireCompany(ctx);
  const { userName, externalId = null, ...change } = readPerson(assignmentsOf("add", resource));
  if (userName === undefined)
    throw refused("invalidValue", "A person needs a userName. Nothing was changed.");
  const email = change.email ?? readEmail(userName);
  await requireProved(ctx, company, email);
  if (await isNameTaken(ctx, company, userName, 0)) throw nameTaken();
  const person = {
    email,
    firstName: change.firstName ?? "",
    lastName: change.lastName ?? "",
    isActive: change.isActive ?? true,
  };
  const home = (await companyAssignments(ctx, company))?.home ?? nowhere;
  const identifiers = { userName, externalId };
  const former = externalId === null ? null : await findRemoved(ctx, company, externalId);
  const id =
    former ??
    (await createFromProvider(
      ctx,
      { companyId: company, ...person, ...home },
      { action: "user.create", also: identifiers },
    ));
  if (id === null) throw addressTaken();
  await putIdentifiers(ctx, company, id, {
    user_name: userName,
    external_id: externalId,
    hides_external_id: false,
    removed_at: null,
  });
  if (former !== null) {
    await provisionUser(ctx, former, person, {
      before: { isRemoved: true },
      after: { isRemoved: false, ...identifiers },
    });
    // the groups' roles and workspaces are gone with the groups
    await followProvider(ctx, former, home);
  }
  return presentPerson(ctx, await getPerson(ctx, company, id));
}

/** @throws AppError invalid for an address in a domain that is not the company's */
export async function requireProved(ctx: Context, company: CompanyId, email: string): Promise<void> {
  if (!(await isProvedAddress(ctx, company, email)))
    throw refused(
      "invalidValue",
      "Your company has not verified the domain of this address. Nothing was changed. Add the domain under Admin › Sign-on.",
    );
}
