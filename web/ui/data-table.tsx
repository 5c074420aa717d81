import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { keepsFocus } from "./keeps-focus.ts";
import classes from "./data-table.module.css";

export type Column<Row> = {
  label: string;
  render(row: Row): ReactNode;
  /** Name the server sorts by; without one the column cannot be sorted. */
  sort?: string;
  align?: "end";
  /** Share of the width; the rest is divided evenly by content. */
  width?: string;
  /** Holds names: a word without an end is broken rather than another column pushed out of sight. */
  wraps?: boolean;
  /** On a phone, in a table where any column has it: the row's first line, a word on its second, or its buttons there. All else folds away. */
  phone?: "title" | "fact" | "actions";
};

type Props<Row> = {
  label: string;
  /** Columns, rows and `keyOf` that stay the same objects keep the rows as they are drawn. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf(row: Row): string | number;
  /** Column name, with a leading '-' for descending. */
  sort?: string;
  onSort?(sort: string): void;
  /** Older rows stay while newer ones are on their way. */
  isBusy?: boolean;
  /** Which question the rows answer (`useAnswered`). */
  answers?: string;
  /** Few and short columns: it stays a table on a phone. */
  isNarrow?: boolean;
};

/**
 * A table that scrolls inside its own region and turns into cards on a phone, of two lines each where columns say so. The roles are spelled out because
 * browsers drop a table's own once its parts are laid out as blocks.
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
  // a screen with an open dialog or another address is drawn often, its rows only when they or the columns change
  const body = useMemo(
    () => rows.map((row) => <TableRow key={keyOf(row)} row={row} columns={columns} folds={folds} />),
    [columns, rows, keyOf, folds],
  );
  return (
    <div
      ref={keepsFocus}
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
