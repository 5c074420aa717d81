import type { Context } from "#server/kernel/context.ts";
import { listAdminIds } from "#server/notices/notifications/shared-store.ts";
import { notify, notifyPerson } from "#server/notices/notifications/notify.ts";
import { linkTo } from "./create.ts";
import { listFallen, setState } from "./store.ts";

/**
 * Suspends the theme's approved answers whose words no current version contains, in the transaction that
 * changed it. Their owners and the company's administrators are told.
 */
export async function suspendFallen(ctx: Context, theme: { company_id: number; id: number }): Promise<void> {
  const fallen = await listFallen(ctx, theme);
  if (fallen.length === 0) return;
  const admins = await listAdminIds(ctx, theme.company_id);
  for (const [first, ...others] of Map.groupBy(fallen, ({ id }) => id).values()) {
    if (first === undefined) continue;
    const gone = [first, ...others];
    const names = [...new Set(gone.map(({ document_name }) => document_name))];
    const reason = `The version of ${names.map((name) => `'${name}'`).join(", ")} that it cites no longer answers.`;
    await setState(ctx, first, { state: "suspended", reason });
    ctx.audit({
      action: "approved-answer.suspend",
      target: { type: "approved-answer", id: first.id },
      company: first.company_id,
      before: { state: "active" },
      after: {
        question: first.question,
        state: "suspended",
        reason,
        fallen: gone.map(({ marker, document_id, version }) => ({
          marker,
          documentId: document_id,
          version,
        })),
      },
    });
    const notice = {
      kind: "approved_suspended" as const,
      title: "An approved answer is suspended",
      body: `${reason} ${first.question}`.slice(0, 300),
      link: linkTo(first.id),
    };
    await notify(ctx, admins, notice);
    if (!admins.includes(first.owner_id)) await notifyPerson(ctx, first.owner_id, notice);
  }
}
