import { Link } from "@tanstack/react-router";
import type { ChatReport } from "#contract/reports.ts";
import { roleNames } from "../users/role-names.ts";
import { useCompany } from "../shell/company.ts";
import { useSearchParams } from "../ui/search-params.ts";
import { DataTable } from "../ui/data-table.tsx";
import type { Column } from "../ui/data-table.tsx";
import { Email } from "../ui/email.tsx";
import { Pages } from "../ui/pages.tsx";
import { useShown } from "../ui/printing.ts";
import { Sheet } from "./sheet.tsx";
import classes from "./reports.module.css";

type Props = { report: ChatReport; ratingText(rating: number | null): string };

/** Name, count and rating per theme; the name leads to what was asked. */
export function ThemesTable({ report, ratingText }: Props) {
  const { companyId } = useCompany();
  return (
    <Sheet
      title="Interactions by theme"
      table={[
        ["Theme", "Theme ID", "Interactions", "Rating"],
        ...report.interactionsByTheme.map((row) => [row.name, row.themeId, row.count, row.rating]),
      ]}
    >
      <PagedTable
        name="themes"
        label="Themes"
        rows={report.interactionsByTheme}
        keyOf={(row) => row.themeId}
        columns={[
          {
            label: "Theme",
            wraps: true,
            render: (row) => (
              <Link
                to="/admin"
                search={{ tab: "interactions", theme: row.themeId, companyId }}
                className={classes.link}
              >
                {row.name}
              </Link>
            ),
          },
          { label: "Interactions", align: "end", render: (row) => row.count.toLocaleString() },
          { label: "Rating", align: "end", render: (row) => ratingText(row.rating) },
        ]}
      />
    </Sheet>
  );
}

/** Email, role, count and rating per user. */
export function AgentsTable({ report, ratingText }: Props) {
  const { companyId } = useCompany();
  return (
    <Sheet
      title="Interactions by agent"
      table={[
        ["Email", "Role", "Interactions", "Rating"],
        ...report.interactionsByUser.map((row) => [row.email, roleNames[row.role], row.count, row.rating]),
      ]}
    >
      <PagedTable
        name="agents"
        label="Agents"
        rows={report.interactionsByUser}
        keyOf={(row) => row.userId}
        columns={[
          {
            label: "Email",
            wraps: true,
            render: (row) => (
              <Link
                to="/admin"
                search={{ tab: "interactions", user: row.userId, person: row.email, companyId }}
                className={classes.link}
              >
                <Email address={row.email} />
              </Link>
            ),
          },
          { label: "Role", render: (row) => roleNames[row.role] },
          { label: "Interactions", align: "end", render: (row) => row.count.toLocaleString() },
          { label: "Rating", align: "end", render: (row) => ratingText(row.rating) },
        ]}
      />
    </Sheet>
  );
}

/** As long as the other tables are. */
const rowsPerPage = 25;

type PagedProps<Row> = {
  /** The page's name in the address: two tables may stand on one screen. */
  name: "themes" | "agents";
  label: string;
  rows: Row[];
  keyOf(row: Row): number;
  columns: Column<Row>[];
};

/** A page of rows that came with the report; the file of the table and the paper have all of them. */
function PagedTable<Row>({ name, rows, ...table }: PagedProps<Row>) {
  const page = useSearchParams(pageNames[name]).number(name) ?? 1;
  const shown = useShown(rowsPerPage);
  if (shown > rowsPerPage) return <DataTable isNarrow {...table} rows={rows} />;
  return (
    <>
      <DataTable isNarrow {...table} rows={rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)} />
      {(rows.length > rowsPerPage || page > 1) && (
        <Pages
          name={name}
          label={`Pages of ${name}`}
          page={page}
          pageSize={rowsPerPage}
          total={rows.length}
        />
      )}
    </>
  );
}

const pageNames = { themes: ["themes"], agents: ["agents"] };
