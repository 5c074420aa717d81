import { useState } from "react";
import type { ImportLine } from "#contract/identity/user-import.ts";
import { Button } from "#web/ui/button.tsx";
import { SaveSpreadsheet } from "#web/ui/save-spreadsheet.tsx";
import type { Table } from "#web/ui/spreadsheet.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { Email } from "#web/ui/email.tsx";
import { Badge } from "#web/ui/parts.tsx";
import classes from "./import-dialog.module.css";

/** A list short enough to scroll through; the file has the rest. */
const shownAtOnce = 100;

/** Each line's outcome; those with a problem first, to be fixed. */
export function ImportLines({ lines }: { lines: ImportLine[] }) {
  const [shown, setShown] = useState(shownAtOnce);
  const inOrder = lines.toSorted(
    (one, other) =>
      Number(one.outcome === "invite") - Number(other.outcome === "invite") || one.line - other.line,
  );
  const table = (): Table => [
    ["Line", "Email", "Name", "Role", "Workspaces", "Result"],
    ...lines.map((row) => [row.line, row.email, row.name, row.role, row.workspaces, row.message]),
  ];
  return (
    <>
      <div className={classes.lines}>
        <DataTable
          label="Lines of the file"
          rows={inOrder.slice(0, shown)}
          keyOf={(row) => row.line}
          columns={[
            { label: "Line", render: (row) => row.line },
            {
              label: "User",
              width: "34%",
              wraps: true,
              render: (row) => (
                <>
                  <p>{row.email === "" ? "-" : <Email address={row.email} />}</p>
                  <p className={classes.quiet}>{row.name}</p>
                </>
              ),
            },
            {
              label: "Role and workspaces",
              width: "26%",
              wraps: true,
              render: (row) => (
                <>
                  <p>{row.role || "-"}</p>
                  <p className={classes.quiet}>{row.workspaces}</p>
                </>
              ),
            },
            {
              label: "Result",
              wraps: true,
              render: (row) =>
                row.outcome === "invite" ? (
                  <Badge tone="ok">{row.message}</Badge>
                ) : (
                  <span className={classes.problem}>{row.message}</span>
                ),
            },
          ]}
        />
      </div>
      <div className={classes.more}>
        {inOrder.length > shown && (
          <Button size="xs" onClick={() => setShown(shown + shownAtOnce)}>
            Show {Math.min(shownAtOnce, inOrder.length - shown)} more of{" "}
            {(inOrder.length - shown).toLocaleString()}
          </Button>
        )}
        <SaveSpreadsheet name="users-import" size="compact-sm" table={table}>
          Export CSV
        </SaveSpreadsheet>
      </div>
    </>
  );
}
