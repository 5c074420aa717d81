import type { createLead as contract } from "#contract/leads.ts";
import type { Input } from "#contract/endpoint.ts";
import type { Context } from "#server/context.ts";
import { notifySuperAdmins } from "#server/notifications/notify.ts";
import { listSuperAdmins } from "#server/users/shared-store.ts";
import { insertLead } from "./store.ts";
import { suspicionOf } from "./suspicion.ts";

/** Every request is kept: one that may come from a bot is marked, and shows in the bell without an email. */
export async function createLead(ctx: Context, lead: Input<typeof contract>): Promise<{ success: true }> {
  const suspicion = suspicionOf(ctx, lead);
  const id = await insertLead(ctx, lead, suspicion);
  ctx.audit({ action: "lead.create", target: { type: "lead", id } });
  await notifySuperAdmins(ctx, {
    kind: "new_lead",
    title: `${lead.firstName} ${lead.lastName} of ${lead.company} asks for a demo${suspicion === null ? "" : " (possibly automated)"}`,
    body: lead.useCase.slice(0, 200),
    link: "/admin?tab=leads",
  });
  if (suspicion !== null || !ctx.services.mail.isConfigured) return { success: true };
  for (const admin of await listSuperAdmins(ctx)) {
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
