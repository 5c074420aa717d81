import type { Context } from "#server/kernel/context.ts";
import { eventsAt } from "./check-store.ts";
import { eraseEvents, type Erasure } from "./erasure-store.ts";
import { rangesOf } from "./number-set.ts";
import { commitmentTo } from "./stored-entry.ts";

/**
 * Erases the details beside the lines of those of these events that are due; `why` names the rule under which the database
 * decides that.
 * @returns the numbers of the erased ones
 * @throws Error if an event differs from what the program wrote: its erasure would hide that
 */
export async function eraseDetails(
  ctx: Context,
  companyId: number,
  numbers: number[],
  why: { answers?: number[]; person?: number },
): Promise<number[]> {
  if (numbers.length === 0) return [];
  const events = await eventsAt(ctx, companyId, numbers);
  const lines = events.map((event) => ({ seq: event.seq, details: commitmentTo(event) }));
  return eraseEvents(ctx, companyId, lines, why);
}

type Gone = Partial<Record<"events" | "answers" | "askers", number[]>> & {
  documents?: Erasure["documents"];
};

/**
 * Records the erasure by event numbers; the event itself is never erased. Without it the missing details count as altered.
 */
export function recordErasure(
  ctx: Context,
  companyId: number,
  rule: Pick<Erasure, "of" | "months" | "person"> & { before?: string },
  gone: Gone,
): void {
  const { events = [], answers = [], askers = [], documents = [] } = gone;
  const ascending = (numbers: number[]) => rangesOf(numbers.toSorted((a, b) => a - b));
  ctx.audit({
    action: "retention.erase",
    target: { type: "retention", id: rule.of },
    company: companyId,
    after: {
      ...JSON.parse(JSON.stringify(rule)),
      events: ascending(events),
      answers: ascending(answers),
      askers: ascending(askers),
      documents,
    },
  });
}
