import type { Context } from "#server/context.ts";
import { eventsAt } from "./check-store.ts";
import { eraseEvents } from "./erasure-store.ts";
import type { Erasure } from "./erasure-store.ts";
import { rangesOf } from "./number-set.ts";
import { commitmentTo } from "./stored-entry.ts";

/**
 * Erases what these events say beside their lines, those of them that are due; `why` says under which rule the database
 * finds them due.
 * @returns the numbers of those that went
 * @throws Error when an event is not what the program wrote: its erasure would hide that
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

/** Puts on record what was erased, by numbers; the event itself is never erased. Without it what is gone counts as altered. */
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
