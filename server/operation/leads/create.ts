import type { createLead as contract } from "#contract/operation/leads.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { notifySuperAdmins } from "#server/notices/notifications/notify.ts";
import { listSuperAdmins } from "#server/notices/notifications/shared-store.ts";
import { insertLead } from "./store.ts";
import { suspicionOf } from "./suspicion.ts";

/** Its card on the leads' screen; also finds a lead's notifications. */
export const addressOf = (id: number) => `/admin?tab=leads&lead=${id}`;

const markOf = ({ stamp }: { stamp: string }, suspicion: string | null) =>
  suspicion !== null ? " (possibly automated)" : stamp === "" ? " (sent by API)" : "";

/** Every request is kept: one that may come from a bot is marked, and shows in the bell without an email. */
export async function createLead(ctx: Context, lead: Input<typeof contract>): Promise<{ success: true }> {
  const suspicion = suspicionOf(ctx, lead);
  const id = await insertLead(ctx, lead, suspicion);
  if (id === null) return { success: true };
  ctx.audit({ action: "lead.create", target: { type: "lead", id } });
  await notifySuperAdmins(ctx, {
    kind: "new_lead",
    title: `${lead.firstName} ${lead.lastName} of ${lead.company} asks for a demo${markOf(lead, suspicion)}`,
    body: lead.useCase.slice(0, 200),
    link: addressOf(id),
  });
  if (suspicion !== null || !ctx.services.mail.isConfigured) return { success: true };
  for (const { email: to } of await listSuperAdmins(ctx)) await ctx.enqueue("mail-lead", { leadId: id, to });
  return { success: true };
}
