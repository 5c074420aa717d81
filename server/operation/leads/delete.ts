import type { Context } from "#server/kernel/context.ts";
import { withdraw } from "#server/notices/notifications/notify.ts";
import { addressOf } from "./create.ts";
import { getLead, removeLead, type LeadRow } from "./store.ts";

export async function deleteLead(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  await eraseLead(ctx, await getLead(ctx, id));
  ctx.audit({ action: "lead.delete", target: { type: "lead", id } });
  return { success: true };
}

/** The notifications repeat the visitor's name and words, so they go with the request. */
export async function eraseLead(ctx: Context, { id }: Pick<LeadRow, "id">): Promise<void> {
  await withdraw(ctx, null, { kind: "new_lead", link: addressOf(id) });
  await removeLead(ctx, { id });
}
