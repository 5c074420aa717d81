import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { restoreFocusOnRemoval } from "./restore-focus.ts";
import classes from "./data-table.module.css";

export type Column<Row> = {
  label: string;
  render(row: Row): ReactNode;
  /** The server's sort key; without one the column can't be sorted. */
  sort?: string;
  align?: "end";
  /** Share of the width; content divides the rest. */
  width?: string;
  /** Holds names: breaks a long word rather than push another column out of sight. */
  wraps?: boolean;
  /** On a phone, in a table where any column sets it: the row's first line, a fact on its second, or its buttons there. Everything else collapses. */
  phone?: "title" | "fact" | "actions";
};

type Props<Row> = {
  label: string;
  /** Stable columns, rows and `keyOf` avoid re-rendering the rows. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf(row: Row): string | number;
  /** Column name, with a leading '-' for descending. */
  sort?: string;
  onSort?(sort: string): void;
  /** Older rows stay while newer ones load. */
  isBusy?: boolean;
  /** The query the rows answer (`useAnswered`). */
  answers?: string;
  /** A few short columns: it stays a table on a phone. */
  isNarrow?: boolean;
};

/**
 * A table that scrolls inside its own region and turns into cards on a phone, of two lines each where columns say so.
 * Explicit roles, because browsers drop a table's own once its parts are laid out as blocks.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  isBusy = false,
  answers,
  isNarrow = false,
}: Props<Row>) {
  const folds = columns.some(({ phone }) => phone !== undefined);
  // a screen re-renders often, with a dialog or a URL change; its rows only when they or the columns change
  const body = useMemo(
    () => rows.map((row) => <TableRow key={keyOf(row)} row={row} columns={columns} folds={folds} />),
    [columns, rows, keyOf, folds],
  );
  return (
    <div
      ref={restoreFocusOnRemoval}
      className={classes.region}
      data-narrow={isNarrow || undefined}
      data-folds={folds || undefined}
      role="region"
      aria-label={label}
      aria-busy={isBusy}
      tabIndex={0}
    >
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.label}
                role="columnheader"
                scope="col"
                data-align={column.align}
                style={column.width === undefined ? undefined : { width: column.width }}
                aria-sort={
                  column.sort !== undefined && sort?.replace(/^-/, "") === column.sort
                    ? sort.startsWith("-")
                      ? "descending"
                      : "ascending"
                    : undefined
                }
              >
                {column.sort !== undefined && onSort !== undefined ? (
                  <SortButton label={column.label} name={column.sort} sort={sort} onSort={onSort} />
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody key={answers} role="rowgroup">
          {rows.length === 0 && (
            <tr role="row">
              <td role="cell" colSpan={columns.length}>
                Nothing on this page.
              </td>
            </tr>
          )}
          {body}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Row> = { row: Row; columns: Column<Row>[]; folds: boolean };

function TableRow<Row>({ row, columns, folds }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tr role="row" data-open={isOpen || undefined}>
      {columns.map((column) => (
        <td
          key={column.label}
          role="cell"
          data-label={column.label}
          data-align={column.align}
          data-wraps={column.wraps}
          data-phone={column.phone}
        >
          <div>{column.render(row)}</div>
        </td>
      ))}
      {folds && columns.some(({ phone }) => phone === undefined) && (
        <td role="cell" data-phone="more">
          <button
            type="button"
            className={classes.more}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Less" : "More"}
          </button>
        </td>
      )}
    </tr>
  );
}

type SortProps = { label: string; name: string; sort: string | undefined; onSort(sort: string): void };

function SortButton({ label, name, sort, onSort }: SortProps) {
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(isUp ? `-${name}` : name)}>
      {label}
      {isUp && <ArrowUp size={13} aria-hidden />}
      {isDown && <ArrowDown size={13} aria-hidden />}
    </button>
  );
}
