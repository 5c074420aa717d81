import type { Meanwhile } from "#contract/kernel/errors.ts";

export type Clash = Meanwhile["changes"][number] & { mine: unknown };
/** Shows both values of each field. @returns the fields whose other value is taken; null: back to the form */
type Settler = (clashes: Clash[]) => Promise<ReadonlySet<string> | null>;

let settler: Settler | null = null;

/** Registers the dialog. @returns the unregister function */
export function answerConflicts(next: Settler): () => void {
  settler = next;
  return () => {
    if (settler === next) settler = null;
  };
}

export function settleConflict(
  changes: Meanwhile["changes"],
  mine: Record<string, unknown>,
): Promise<ReadonlySet<string> | null> {
  const clashes = changes.map((change) => ({ ...change, mine: mine[change.field] }));
  return settler?.(clashes) ?? Promise.resolve(null);
}
