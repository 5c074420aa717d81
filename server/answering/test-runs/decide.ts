import type * as contract from "#contract/answering/test-runs.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { releaseVersion } from "#server/knowledge/documents/release.ts";
import { settleHeldChange } from "#server/knowledge/themes/settings.ts";
import { withdraw } from "#server/notices/notifications/notify.ts";
import { AppError } from "#server/platform/errors.ts";
import { allow } from "./policy.ts";
import { presentRun } from "./present.ts";
import { linkTo } from "./start.ts";
import { getRun, holdRun, setDecided } from "./store.ts";

const states = { use: "used", keep: "kept", see: "seen" } as const;

/** A change that is held answers from now on, or never; of one that answers already, the changes are seen. */
export async function decideTestRun(
  ctx: Context,
  { id, decision }: Input<typeof contract.decideTestRun>,
): Promise<Result<typeof contract.decideTestRun>> {
  const row = await holdRun(ctx, id);
  const run = allow(ctx, "decide", row);
  if (row.state === "superseded")
    throw new AppError("conflict", "A later change took the place of this one.");
  if (row.state !== "running" && row.state !== "finished")
    throw new AppError("conflict", "This change was decided already.");
  if (row.is_held === (decision === "see"))
    throw new AppError(
      "conflict",
      row.is_held ? "This change waits: use it, or keep the theme as it is." : "This change answers already.",
    );
  if (row.kind === "settings" && row.is_held) await settleHeldChange(ctx, row.theme_id, decision === "use");
  else if (decision === "use")
    await releaseVersion(ctx, { documentId: row.document_id ?? 0, versionId: row.version_after ?? 0 });
  await setDecided(ctx, run, states[decision]);
  const decided = presentRun(await getRun(ctx, id));
  const { settingsBefore, settingsAfter, asked, total, broken, failed, changed, fixed } = decided;
  ctx.audit({
    action: `test-run.${decision}`,
    target: { type: "theme", id: row.theme_id },
    company: row.company_id,
    before: settingsBefore,
    after: {
      ...settingsAfter,
      testRunId: id,
      documentId: row.document_id,
      version: row.number_after,
      ...{ asked, total, broken, failed, changed, fixed },
    },
  });
  await withdraw(ctx, row.company_id, { kind: "approval_needed", link: linkTo(id) });
  return decided;
}
