import type { createLead as contract } from "#contract/leads.ts";
import type { Input } from "#contract/endpoint.ts";
import type { Context } from "#server/context.ts";
import { notifySuperAdmins } from "#server/notifications/notify.ts";
import { listSuperAdmins } from "#server/users/super-admins.ts";
import { insertLead } from "./store.ts";

/** A form that was sent faster than a person reads it, or with the hidden field filled in, came from a machine. */
const fastestPerson = 1500;

/** A machine gets the same answer as a person, and nothing is kept of it. */
export async function createLead(ctx: Context, lead: Input<typeof contract>): Promise<{ success: true }> {
  const tooFast = lead.startedAt !== undefined && ctx.now.getTime() - lead.startedAt < fastestPerson;
  if (lead.website !== "" || tooFast) return { success: true };
  const id = await insertLead(ctx, lead);
  ctx.audit({ action: "lead.create", target: { type: "lead", id } });
  await notifySuperAdmins(ctx, {
    kind: "new_lead",
    title: `${lead.firstName} ${lead.lastName} of ${lead.company} asks for a demo`,
    body: lead.useCase.slice(0, 200),
    link: "/admin?tab=leads",
  });
  for (const admin of ctx.services.mail.isConfigured ? await listSuperAdmins(ctx) : []) {
    await ctx.enqueue("send-mail", {
      to: admin.email,
      subject: `New demo request from ${lead.company.replace(/[\r\n]+/g, " ")}`,
      text: [
        `${lead.firstName} ${lead.lastName} <${lead.email}>`,
        lead.useCase,
        `${ctx.services.config.publicUrl}/admin?tab=leads`,
      ].join("\n\n"),
    });
  }
  return { success: true };
}
