import type { Role } from "#contract/kernel/permissions.ts";
import { getCompany } from "#server/identity/companies/shared-store.ts";
import { may, personOf, type Context } from "#server/kernel/context.ts";
import { AppError, forbidden, invalid, notFound, orNull } from "#server/platform/errors.ts";
import { personTies } from "#server/kernel/person-ties.ts";
import { countActiveSuperAdmins } from "./store.ts";
import type { UserRow } from "./shared-store.ts";

type Change = { role: Role; companyId: number | undefined };

/**
 * The person's company after the change: null for a super admin.
 * @throws AppError forbidden, conflict or invalid if this change of role or company is not allowed
 */
export async function companyAfter(ctx: Context, user: UserRow, change: Change): Promise<number | null> {
  const self = personOf(ctx);
  // administrators must not learn of other companies
  if (change.companyId !== undefined && ctx.company !== null && change.companyId !== ctx.company)
    throw notFound();
  if (change.role !== user.role) {
    if (change.role === "examiner" || user.role === "examiner")
      throw invalid("role", "Examiners have separate accounts. Invite one from the record.");
    if (user.id === self.id) throw new AppError("forbidden", "You can't change your own role.");
    if (change.role === "super_admin" && !may(ctx, "super-admin:edit")) throw forbidden();
  }
  if (change.role === "super_admin") return null;
  const { companyId } = change;
  if (user.company_id !== null) {
    if (companyId !== undefined && companyId !== user.company_id)
      throw invalid("companyId", "People can't move to another company. Invite them there instead.");
    return user.company_id;
  }
  if (companyId === undefined) throw invalid("companyId", "Choose the company this person joins.");
  if ((await orNull(getCompany(ctx, companyId))) === null)
    throw invalid("companyId", "This company does not exist. Choose another one.");
  return companyId;
}

/** Removes what belongs to the former company, and moves what belongs to the person. */
export async function moveToCompany(ctx: Context, user: UserRow, companyId: number | null): Promise<void> {
  const ties = personTies.of(ctx.services);
  if (user.company_id !== null) for (const { leave } of ties) await leave?.(ctx, user.id);
  for (const { move } of ties) await move?.(ctx, user.id, companyId);
}

export async function keepOneSuperAdmin(ctx: Context): Promise<void> {
  if ((await countActiveSuperAdmins(ctx)) <= 1)
    throw new AppError("conflict", "This is the last active super admin. Add another one first.");
}
