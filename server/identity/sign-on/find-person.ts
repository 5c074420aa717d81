import type { Context } from "#server/kernel/context.ts";
import { createFromProvider, followProvider, type Assignment } from "#server/identity/users/from-provider.ts";
import { findForSignIn } from "#server/identity/users/shared-store.ts";
import type { Claims } from "./claims.ts";
import { assignmentsOf } from "./assignments.ts";
import { SignOnRefusal } from "./refusal.ts";
import { isProvedAddress, type ProviderRow } from "./shared-store.ts";
import { findIdentity, hasIdentityAt, insertIdentity } from "./store.ts";

/**
 * The account of the person verified by the provider. By subject; an address counts once, when an existing account is
 * linked to its subject, and only a verified address in a domain that the same company has verified.
 * @throws SignOnRefusal
 */
export async function findPerson(ctx: Context, provider: ProviderRow, claims: Claims): Promise<number> {
  const key = { companyId: provider.company_id, issuer: provider.issuer, subject: claims.subject };
  const assignments = await assignmentsOf(ctx, provider);
  const assignment = assignments.of(claims.groups);
  const known = await findIdentity(ctx, key);
  if (known !== null) {
    if (assignment !== null) await followProvider(ctx, known, assignment);
    return known;
  }
  const { email } = claims;
  if (email === null) throw new SignOnRefusal("unconfirmed");
  if (!(await isProvedAddress(ctx, provider.company_id, email))) throw new SignOnRefusal("domain");
  const id =
    (await adopt(ctx, provider, email)) ??
    (await create(ctx, provider, claims, email, assignment ?? assignments.home));
  await insertIdentity(ctx, id, key);
  if (assignment !== null) await followProvider(ctx, id, assignment);
  ctx.audit({
    action: "sign-on.link",
    target: { type: "user", id },
    company: provider.company_id,
    after: { issuer: provider.issuer, email },
  });
  return id;
}

/** An account invited or created earlier, or null. */
async function adopt(ctx: Context, provider: ProviderRow, email: string): Promise<number | null> {
  const user = await findForSignIn(ctx, email);
  if (user === null) return null;
  // in another company, or linked to another subject at the same provider: the address has changed hands
  if (user.company_id !== provider.company_id || (await hasIdentityAt(ctx, user.id, provider.issuer)))
    throw new SignOnRefusal("taken");
  return user.id;
}

async function create(
  ctx: Context,
  provider: ProviderRow,
  claims: Claims,
  email: string,
  assignment: Assignment,
): Promise<number> {
  if (!provider.creates_people) throw new SignOnRefusal("account");
  const { firstName, lastName } = claims;
  const id = await createFromProvider(ctx, {
    companyId: provider.company_id,
    email,
    firstName,
    lastName,
    ...assignment,
  });
  if (id === null) throw new SignOnRefusal("taken");
  return id;
}
