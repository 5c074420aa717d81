import type { updateLead as contract } from "#contract/operation/leads.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { presentLead } from "./present.ts";
import { getLead, setLead } from "./store.ts";

/** Any status may follow any other (docs/specification/public-pages.md). */
export async function updateLead(
  ctx: Context,
  { id, status, notes, version }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const lead = await loadToChange(
    ctx,
    { version },
    { table: "leads", id, recordedAs: "lead" },
    { load: () => getLead(ctx, id), present: presentLead },
  );
  const before = presentLead(lead);
  const after = { status: status ?? before.status, notes: notes ?? before.notes };
  await setLead(ctx, lead, after);
  ctx.audit({
    action: "lead.update",
    target: { type: "lead", id },
    before: { status: before.status },
    // the record outlives a deleted request, so it holds no notes about a person
    after: { status: after.status, ...(after.notes === before.notes ? {} : { notesChanged: true }) },
  });
  return presentLead(await getLead(ctx, id));
}
