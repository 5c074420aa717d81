import { randomBytes } from "node:crypto";
import type { erasePerson as contract } from "#contract/evidence/retention.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { getUser, replaceName } from "#server/identity/users/shared-store.ts";
import { personTies } from "#server/kernel/person-ties.ts";
import { isPersonHeld } from "./person-store.ts";
import { lockErasure } from "./store.ts";

/** Permanently gives a deactivated person a pseudonym. The job goes through the record in batches. */
export async function erasePerson(ctx: Context, { id }: { id: number }): Promise<Result<typeof contract>> {
  const person = await getUser(ctx, id);
  if (person.company_id === null)
    throw new AppError("conflict", "A super admin belongs to no company and cannot be erased from one.");
  if (person.is_active)
    throw new AppError("conflict", "This person can still sign in. Deactivate them first, then erase them.");
  const place = { ...person, company_id: person.company_id };
  await lockErasure(ctx, place.company_id);
  if (await isPersonHeld(ctx, place.company_id, id))
    throw new AppError(
      "conflict",
      "A hold protects this person's record. Nothing was erased. Lift the hold first.",
    );
  const name: [string, string] = ["Person", randomBytes(4).toString("hex")];
  const pseudonym = name.join(" ");
  await endSessions(ctx, id, { keep: null });
  await replaceName(ctx, place, name);
  for (const { erase } of personTies.of(ctx.services)) await erase?.(ctx, place);
  await ctx.enqueue("erase", { companyId: place.company_id });
  ctx.audit({
    action: "retention.erase-person",
    target: { type: "user", id },
    company: place.company_id,
    after: { pseudonym },
  });
  return { pseudonym };
}
