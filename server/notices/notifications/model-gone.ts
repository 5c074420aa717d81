import type { Context } from "#server/kernel/context.ts";
import { notifyAdmins } from "./notify.ts";
import type { Notice } from "./notice.ts";
import { wasNotifiedOf } from "./shared-store.ts";

const dayMs = 86_400_000;

/** Notifies a company's administrators, once a day, that its provider no longer offers the model in use. */
export async function notifyModelGone(ctx: Context, companyId: number, model: string): Promise<void> {
  const notice: Notice = {
    kind: "model_retiring",
    title: `The provider no longer offers ${model}`,
    body: "Questions get no written answer until you choose another model.",
    link: "/admin?tab=models",
  };
  const since = new Date(ctx.now.getTime() - dayMs);
  if (await wasNotifiedOf(ctx, companyId, { ...notice, since })) return;
  await notifyAdmins(ctx, companyId, notice);
}
