import type { JobPayload } from "#contract/operation/jobs.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { orNull } from "#server/platform/errors.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { addressOf } from "./create.ts";
import { getLead } from "./store.ts";

/** Sends a demo request to a super admin, unless it was deleted meanwhile. */
export async function mailLead(
  services: VerbServices,
  { leadId, to }: JobPayload<"mail-lead">,
): Promise<void> {
  const lead = await systemCaller(services, "leads").transact((ctx) => orNull(getLead(ctx, leadId)));
  if (lead === null) return;
  await services.mail.send({
    to,
    subject: `New demo request from ${lead.company}`,
    text: [
      `${lead.first_name} ${lead.last_name} <${lead.email}>`,
      lead.use_case,
      `${services.config.publicUrl}${addressOf(leadId)}`,
    ].join("\n\n"),
  });
}
