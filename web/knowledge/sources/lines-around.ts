import { textParts } from "./text-parts.ts";

/** Characters shown at most before the words, so that they remain in sight below them. */
const mostBefore = 120;

/**
 * A passage starting at the words that matter, or at the beginning of their paragraph if it is near; a table's row keeps the
 * table's first line, which names its columns.
 */
export function linesAround(text: string, { start }: { start: number }): string {
  const table = textParts(text).find(
    (part) => part.type === "table" && part.rows.some((row) => row.start <= start && start < row.end),
  );
  if (table?.type === "table") {
    const [header] = table.rows;
    const row = table.rows.find((other) => start < other.end);
    if (header === undefined || row === undefined || row === header) return text.slice(start);
    return `${text.slice(header.start, header.end)}\n${text.slice(row.start)}`;
  }
  const line = text.lastIndexOf("\n", start - 1) + 1;
  return start - line <= mostBefore ? text.slice(line) : `…\u00a0${text.slice(start)}`;
}
