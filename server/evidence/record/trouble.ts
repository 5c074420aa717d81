import { systemCaller } from "#server/kernel/callers.ts";
import { notifySuperAdmins } from "#server/notices/notifications/notify.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { endTrouble, noteNotified, noteTrouble } from "./trouble-store.ts";

/** A place that is briefly unreachable needs no notice. */
export const patienceMs = 10 * 60_000;

type Trouble = { what: string; reason: string; title: string; advice: string };

/** Remembers that heads aren't delivered, and notifies the super admins once if it lasts. */
export async function reportTrouble(
  services: VerbServices,
  { what, reason, title, advice }: Trouble,
  patience = patienceMs,
): Promise<void> {
  await systemCaller(services, "record-trouble").transact(async (ctx) => {
    const { since, told_at } = await noteTrouble(ctx, what, reason);
    if (told_at !== null || ctx.now.getTime() - since.getTime() < patience) return;
    await notifySuperAdmins(ctx, {
      kind: "record_heads_wait",
      title,
      body: describeSince(since, `${reason} ${advice}`),
      link: null,
    });
    await noteNotified(ctx, what);
  });
}

/** A notice's text, which may be this long. */
export function describeSince(since: Date, problem: string): string {
  return `Since ${since.toISOString().slice(0, 16).replace("T", " ")} UTC: ${problem}`.slice(0, 500);
}

/** The reverse: notifies the same people that it is over. */
export async function reportRecovery(
  services: VerbServices,
  { what, title, body }: { what: string; title: string; body: string },
): Promise<void> {
  await systemCaller(services, "record-trouble").transact(async (ctx) => {
    const trouble = await endTrouble(ctx, what);
    if (trouble?.told_at == null) return;
    await notifySuperAdmins(ctx, { kind: "record_heads_wait", title, body, link: null });
  });
}
