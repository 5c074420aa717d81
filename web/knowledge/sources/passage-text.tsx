import type { Ref } from "react";
import { textParts } from "./text-parts.ts";
import type { Row } from "./text-parts.ts";
import classes from "./passage-text.module.css";

type Span = { start: number; end: number };
type Props = {
  text: string;
  /** The cited words; in a table, their rows are highlighted. */
  lit: Span | null;
  /** The first of them, to scroll into view. */
  place?: Ref<HTMLElement>;
};

/** An extracted text, with tables as tables and the cited words highlighted. */
export function PassageText({ text, lit, place }: Props) {
  return (
    <div className={classes.text}>
      {textParts(text).map((part) =>
        part.type === "table" ? (
          <Table key={part.rows[0]?.start} rows={part.rows} lit={lit} place={place} />
        ) : (
          <Words key={part.start} text={text} part={part} lit={lit} place={place} />
        ),
      )}
    </div>
  );
}

function Words({ text, part, lit, place }: Props & { part: Span }) {
  const start = Math.max(part.start, lit?.start ?? part.end);
  const end = Math.min(part.end, lit?.end ?? part.end);
  if (start >= end) return <p>{text.slice(part.start, part.end).trim()}</p>;
  return (
    <p>
      {text.slice(part.start, start).trimStart()}
      <mark ref={place}>{text.slice(start, end)}</mark>
      {text.slice(end, part.end).trimEnd()}
    </p>
  );
}

function Table({ rows: [header, ...rows], lit, place }: Omit<Props, "text"> & { rows: Row[] }) {
  const isLit = (row: Row) => lit !== null && row.start < lit.end && row.end > lit.start;
  const firstLit = rows.find(isLit);
  return (
    <div className={classes.scroll} role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header?.cells.map((cell, column) => (
              <th key={column}>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.start} data-lit={isLit(row) || undefined}>
              {row.cells.map((cell, column) => (
                <td key={column}>
                  {isLit(row) && column === 0 ? (
                    <mark ref={row === firstLit ? place : undefined}>{cell}</mark>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
