import { mostTested, mostTestedByModel } from "#contract/answering/test-runs.ts";
import { usableKey } from "#server/identity/companies/model-keys.ts";
import type { Context } from "#server/kernel/context.ts";
import { answeringIf } from "#server/knowledge/documents/shared-store.ts";
import type { ChangeGuard } from "#server/knowledge/themes/guard-port.ts";
import { withdraw } from "#server/notices/notifications/notify.ts";
import { testSetOf } from "./set-store.ts";
import { insertRun, joinRun, supersede, type NewRun } from "./store.ts";

type ThemeKey = { company_id: number; id: number };

export const linkTo = (id: number) => `/admin?tab=interactions&status=work&run=${id}`;

/** Starts a test run of every change of a theme that has a test set, and of every change that waits. */
export const guardOfChanges: ChangeGuard = {
  async versionRead(ctx, { company_id, id, document_id, theme_id }, { before, isHeld }) {
    await start(ctx, { company_id, id: theme_id }, mostTested, {
      ...{ kind: "document", document_id, version_before: before, version_after: id },
      ...{ settings_before: {}, settings_after: {} },
      contents_before: [{ documentId: document_id, versionId: before }],
      contents_after: [{ documentId: document_id, versionId: id }],
      is_held: isHeld,
    });
  },
  async settingsChanged(ctx, theme, change) {
    if (change === null) return end(ctx, theme, null);
    const { before, after, isHeld } = change;
    const others =
      after.requireSignOff === undefined ? [] : await answeringIf(ctx, theme, after.requireSignOff);
    const type = after.modelType ?? before.modelType ?? "smart";
    const isByModel = others.length === 0 && (await usableKey(ctx, theme.company_id, type)) !== null;
    // without a model, other instructions change no answer
    if (others.length === 0 && !isByModel && !isHeld) return end(ctx, theme, null);
    await start(ctx, theme, isByModel ? mostTestedByModel : mostTested, {
      ...{ kind: "settings", document_id: null, version_before: null, version_after: null },
      settings_before: before,
      settings_after: after,
      contents_before: others.map(({ documentId, now }) => ({ documentId, versionId: now })),
      contents_after: others.map(({ documentId, then }) => ({ documentId, versionId: then })),
      is_held: isHeld,
    });
  },
};

async function start(
  ctx: Context,
  theme: ThemeKey,
  most: number,
  run: Omit<NewRun, "approved_ids" | "interaction_ids">,
): Promise<void> {
  await end(ctx, theme, run.document_id);
  if (run.kind === "document" && !run.is_held && (await joinRun(ctx, theme, run))) return;
  const { approvedIds, interactionIds } = await testSetOf(ctx, theme, most);
  if (!run.is_held && approvedIds.length + interactionIds.length === 0) return;
  const set = { approved_ids: approvedIds, interaction_ids: interactionIds };
  const runId = await insertRun(ctx, theme, { ...run, ...set });
  await ctx.enqueue("run-tests", { companyId: theme.company_id, runId });
}

async function end(ctx: Context, theme: ThemeKey, documentId: number | null): Promise<void> {
  for (const id of await supersede(ctx, theme, documentId))
    await withdraw(ctx, theme.company_id, { kind: "approval_needed", link: linkTo(id) });
}
