import type { JobPayload } from "#contract/operation/jobs.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import { newTempPassword } from "#server/platform/secrets.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { hashPassword } from "./password-hash.ts";
import { listUninvited } from "./import-store.ts";
import { storeTempPassword, sendInvitation } from "./invite.ts";

/**
 * Gives imported users their temporary passwords and sends the emails; without mail, admins hand over the passwords.
 */
export async function inviteImported(
  services: VerbServices,
  { companyId, invitedBy, userIds }: JobPayload<"invite-imported">,
): Promise<void> {
  const caller = jobCaller(services, "invite-imported", companyId);
  const waiting = await caller.transact((ctx) => listUninvited(ctx, userIds));
  for (const { id, email } of waiting) {
    const password = newTempPassword();
    const hash = await hashPassword(password);
    await caller.transact((ctx) => storeTempPassword(ctx, id, hash, password));
    await sendInvitation(caller, { id, companyId, email, invitedBy }, password);
  }
}
