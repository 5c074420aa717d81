import { personOf, type Context } from "#server/kernel/context.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { invalid } from "#server/platform/errors.ts";

/** Who looks after an answer: an active administrator of the company, or the caller. */
export async function ownerOf(ctx: Context, companyId: number, named: number | undefined): Promise<number> {
  const person = personOf(ctx);
  if (named === undefined) {
    if (person.key === undefined) return person.id;
    throw invalid("ownerId", "Name the administrator who looks after it.");
  }
  if (named === person.id && person.key === undefined) return named;
  const owner = await getUser(ctx, named);
  if (owner.role !== "workspace_admin" || owner.company_id !== companyId)
    throw invalid("ownerId", "Choose an administrator of this company.");
  if (!owner.is_active) throw invalid("ownerId", "This person is deactivated.");
  return named;
}
