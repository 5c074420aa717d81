import type { Meanwhile } from "#contract/kernel/errors.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { holdRow, whoCalled, type RowKey } from "./store.ts";

type Loading<Row> = {
  load(): Promise<Row>;
  /** The row as its GET shows it. */
  present(row: NoInfer<Row>): object | Promise<object>;
  /** The log in which the row's changes are recorded, unless it is the caller's company. */
  companyOf?(row: NoInfer<Row>): number | null;
};

/**
 * The row that a call changes, held until the transaction ends, so that the fields which the call leaves out keep the
 * values that they have then.
 * @throws AppError changed_meanwhile if the caller knows another version of it
 */
export async function loadToChange<Row>(
  ctx: Context,
  known: { version?: number | undefined },
  { recordedAs, ...key }: RowKey & { recordedAs: string },
  { load, present, companyOf }: Loading<Row>,
): Promise<Row> {
  const { version, changed_in: changedIn } = await holdRow(ctx, key);
  const row = await load();
  if (known.version === undefined || known.version === version) return row;
  const since = known.version;
  const others = Object.entries(changedIn).filter(([, one]) => one.version > since);
  const calls = await whoCalled(
    ctx,
    ctx.company ?? companyOf?.(row) ?? 0,
    { type: recordedAs, id: key.id },
    others.flatMap(([, { request }]) => request ?? []),
  );
  const shown = (await present(row)) as Record<string, unknown>;
  const changes = others.map(([column, { request }]) => {
    const field = nameOf(column);
    const call = calls.find(({ request_id }) => request_id === request);
    return { field, value: shown[field], by: call?.by ?? null, at: call?.at ?? null };
  }) as Meanwhile["changes"];
  throw new AppError("changed_meanwhile", sentenceOf(changes), { meanwhile: { version, changes } });
}

const nameOf = (column: string) => column.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

function sentenceOf(changes: Meanwhile["changes"]): string {
  const names = [...new Set(changes.flatMap(({ by }) => by ?? []))];
  const what =
    names.length === 0 ? "This was changed" : `${new Intl.ListFormat("en").format(names)} changed this`;
  return `${what} in the meantime. Your change was not saved. Load it again, and repeat your change.`;
}
