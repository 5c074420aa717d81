import type { Meanwhile } from "#contract/kernel/errors.ts";
import { ApiError } from "#web/kernel/api.ts";
import { settleConflict } from "./settle-conflict.ts";

type Fields = Record<string, unknown>;
/** A row as a form opened it: with the form's fields, as the form would send them. */
export type Opened = { version: number; values: object };

/**
 * Sends the fields that differ from those a form opened with. Others' changes of other fields stay; where both changed the
 * same field, the person chooses.
 * @throws ApiError changed_meanwhile if the person goes back to the form
 */
export async function saveTouched<Values extends Fields, Answer>(
  opened: Opened,
  values: Values,
  send: (change: Partial<Values> & { version: number }) => Promise<Answer>,
): Promise<Answer> {
  let touched = touchedOf(opened.values, values);
  let { version } = opened;
  for (;;) {
    try {
      return await send({ ...touched, version });
    } catch (error) {
      if (!(error instanceof ApiError) || error.meanwhile === undefined) throw error;
      const { meanwhile } = error;
      const clashes = meanwhile.changes.filter((change) => isClash(change, touched, opened.values));
      const choice = clashes.length === 0 ? new Set<string>() : await settleConflict(clashes, touched);
      if (choice === null) throw error;
      touched = without(touched, choice);
      version = meanwhile.version;
    }
  }
}

function touchedOf<Values extends Fields>(opened: object, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[];
  return pick(
    values,
    names.filter((name) => !isSame((opened as Fields)[name as string], values[name])),
  );
}

/** Not if the value is the one that the form opened with: then it was changed back, or stored as it was shown. */
function isClash({ field, value }: Meanwhile["changes"][number], touched: Fields, opened: object): boolean {
  if (!(field in touched) || value === undefined) return field in touched;
  return !isSame(value, touched[field]) && !isSame(value, (opened as Fields)[field]);
}

function without<Values extends Fields>(
  values: Partial<Values>,
  names: ReadonlySet<string>,
): Partial<Values> {
  return pick(
    values,
    (Object.keys(values) as (keyof Values)[]).filter((name) => !names.has(String(name))),
  );
}

function pick<Values extends Fields>(values: Partial<Values>, names: (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
