import type { Ref } from "react";
import { textParts, type Row } from "./text-parts.ts";
import classes from "./passage-text.module.css";

type Span = { start: number; end: number };
type Props = {
  text: string;
  /** The cited words; in a table, their rows are highlighted. */
  lit: Span | null;
  /** The first of them, to scroll into view. */
  place?: Ref<HTMLElement>;
  /** Chooses a line of the text, or a row of a table; undefined where nothing is chosen. */
  onChoose?: ((words: string) => void) | undefined;
};

/** An extracted text, with tables as tables and the cited words highlighted. */
export function PassageText({ text, lit, place, onChoose }: Props) {
  return (
    <div className={classes.text}>
      {textParts(text).map((part) =>
        part.type === "table" ? (
          <Table
            key={part.rows[0]?.start}
            rows={part.rows}
            lit={lit}
            place={place}
            onChoose={onChoose && (({ start, end }) => onChoose(text.slice(start, end)))}
          />
        ) : onChoose !== undefined ? (
          linesIn(text, part).map((line) => (
            <div key={line.start} className={classes.line}>
              <Words text={text} part={line} lit={lit} place={place} />
              <Choose words={text.slice(line.start, line.end)} onChoose={onChoose} />
            </div>
          ))
        ) : (
          <Words key={part.start} text={text} part={part} lit={lit} place={place} />
        ),
      )}
    </div>
  );
}

/** Its lines with words; a text file has one for each paragraph, a PDF one for each line of print. */
function linesIn(text: string, part: Span): Span[] {
  const lines: Span[] = [];
  let start = part.start;
  for (const line of text.slice(part.start, part.end).split("\n")) {
    const end = start + line.length;
    if (line.trim() !== "") lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

function Choose({ words, onChoose }: { words: string; onChoose(words: string): void }) {
  const trimmed = words.trim();
  return (
    <button
      type="button"
      className={classes.choose}
      aria-label={`Choose “${trimmed}”`}
      onClick={() => onChoose(trimmed)}
    >
      Choose
    </button>
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

type TableProps = Pick<Props, "lit" | "place"> & { rows: Row[]; onChoose: ((row: Row) => void) | undefined };

function Table({ rows: [header, ...rows], lit, place, onChoose }: TableProps) {
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
              {onChoose !== undefined && (
                <td>
                  <Choose words={row.cells.join(" ")} onChoose={() => onChoose(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
