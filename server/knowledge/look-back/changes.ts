import type * as contract from "#contract/knowledge/look-back.ts";
import type { JobPayload } from "#contract/operation/jobs.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { allow } from "#server/knowledge/documents/policy.ts";
import { getDocument } from "#server/knowledge/documents/shared-store.ts";
import { notifyPerson } from "#server/notices/notifications/notify.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { findInForce, listChanges, takeUnnotified, type ChangeRow } from "./changes-store.ts";
import { getLookedAt, type LookedAt } from "./store.ts";

export async function listChangedRules(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.listChangedRules>> {
  const document = await getLookedAt(ctx, id);
  const inForce = await findInForce(ctx, document);
  if (inForce === null) return { version: null, rows: [] };
  return { version: inForce.version, rows: await listChanges(ctx, document, inForce) };
}

/** The job records each notified person: pressing twice notifies nobody twice. */
export async function notifyOfChangedRules(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.notifyOfChangedRules>> {
  const document = allow(ctx, "edit", await getDocument(ctx, id));
  const lookedAt = await getLookedAt(ctx, id);
  const inForce = await findInForce(ctx, lookedAt);
  if (inForce === null)
    throw new AppError(
      "conflict",
      "No version of this document answers yet. Notify people once one is read.",
    );
  const changes = await listChanges(ctx, lookedAt, inForce);
  const notices = changes.reduce((sum, { people, told }) => sum + people - told, 0);
  await ctx.enqueue("tell-changed-rules", {
    companyId: document.company_id,
    documentId: id,
    versionId: inForce.id,
  });
  ctx.audit({
    action: "document.tell-changed-rules",
    target: { type: "document", id },
    company: document.company_id,
    after: { name: document.name, version: inForce.version, rules: changes.length, notices },
  });
  return { notices };
}

/** Longest excerpt of a passage in a notification. */
const mostWords = 600;

/** One transaction per changed passage; a version no longer in force causes no notifications. */
export async function notifyReaders(
  services: VerbServices,
  { companyId, documentId, versionId }: JobPayload<"tell-changed-rules">,
): Promise<void> {
  const caller = jobCaller(services, "tell-changed-rules", companyId);
  const { document, changes } = await caller.transact(async (ctx) => {
    const looked = await getLookedAt(ctx, documentId);
    const inForce = await findInForce(ctx, looked);
    if (inForce === null || inForce.id !== versionId) return { document: looked, changes: [] };
    return { document: looked, changes: await listChanges(ctx, looked, inForce) };
  });
  for (const change of changes) await caller.transact((ctx) => notifyOf(ctx, document, versionId, change));
}

async function notifyOf(
  ctx: Context,
  document: LookedAt,
  versionId: number,
  change: ChangeRow,
): Promise<void> {
  for (const { user_id, interaction_id, at } of await takeUnnotified(ctx, document, versionId, change))
    await notifyPerson(ctx, user_id, {
      kind: "rule_changed",
      title: `The rule you were given on ${at.toISOString().slice(0, 10)} has changed`,
      body: [document.name, change.section, ...(change.page === null ? [] : [`page ${change.page}`])]
        .filter(Boolean)
        .join(" · "),
      link: `/agent-workbench?interaction=${interaction_id}`,
      words: {
        before: shortened(change.before),
        after: change.after === null ? null : shortened(change.after),
      },
    });
}

function shortened(text: string): string {
  return text.length <= mostWords ? text : `${text.slice(0, mostWords).toWellFormed()} …`;
}
