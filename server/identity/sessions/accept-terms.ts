import { privacyVersion, termsVersion, type acceptTerms as contract } from "#contract/identity/sessions.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { currentUser } from "#server/identity/users/current.ts";
import { insertAcceptances } from "./store.ts";

/** Both documents in their current versions, with time and address. The password comes first. */
export async function acceptTerms(ctx: Context): Promise<Result<typeof contract>> {
  const person = personOf(ctx);
  const before = await currentUser(ctx, person.id);
  if (before.mustChangePassword)
    throw new AppError("password_change_required", "Choose your own password first.");
  const versions = { terms: termsVersion, privacy: privacyVersion };
  await insertAcceptances(ctx, person, versions);
  ctx.audit({
    action: "terms.accept",
    target: { type: "user", id: person.id },
    company: person.companyId,
    after: versions,
  });
  return currentUser(ctx, person.id);
}
