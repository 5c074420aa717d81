import { Download, FileSpreadsheet } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useSaveSpreadsheet } from "#web/ui/save-spreadsheet.tsx";
import type { Table } from "#web/ui/spreadsheet.ts";
import classes from "./reports.module.css";

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

/** A table as a file named after its title. */
function SaveTable({ title, table }: { title: string; table: Table }) {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const { save } = useSaveSpreadsheet(name, () => table);
  return (
    <span className={classes.save}>
      <IconButton icon={Download} label={`Export CSV: ${title}`} onClick={() => void save("csv")} />
      <IconButton icon={FileSpreadsheet} label={`Export Excel: ${title}`} onClick={() => void save("xlsx")} />
    </span>
  );
}
