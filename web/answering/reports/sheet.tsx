import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { csvOf, saveFile } from "#web/ui/csv.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import classes from "./reports.module.css";

/** Rows of cells, starting with the header. */
export type Table = (string | number | null)[][];

type Props = { title: string; table?: Table; children: ReactNode };

/** A titled part of a report; its figures, if any, can be exported. */
export function Sheet({ title, table, children }: Props) {
  return (
    <section className={classes.sheet} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {table !== undefined && table.length > 1 && <SaveTable title={title} table={table} />}
      </header>
      {children}
    </section>
  );
}

/** A table as a CSV file named after its title. */
function SaveTable({ title, table }: { title: string; table: Table }) {
  const save = () =>
    saveFile(
      `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.csv`,
      "text/csv",
      csvOf(table.map((line) => line.map((cell) => (cell === null ? "" : String(cell))))),
    );
  return (
    <span className={classes.save}>
      <IconButton icon={Download} label={`Export CSV: ${title}`} onClick={save} />
    </span>
  );
}
