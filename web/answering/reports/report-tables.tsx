import { Link } from "@tanstack/react-router";
import type { ChatReport } from "#contract/answering/reports.ts";
import { roleNames } from "#web/identity/users/role-names.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { Email, EmailLine } from "#web/ui/email.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { useShown } from "#web/ui/printing.ts";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { changeText } from "./figures.ts";
import { Counted, daysOf } from "./counted.tsx";
import { Sheet } from "./sheet.tsx";
import classes from "./reports.module.css";

type Props = { report: ChatReport; ratingText(rating: number | null): string };

/** Name, count and rating per theme; the name links to its questions. */
export function ThemesTable({ report, ratingText }: Props) {
  const { companyId } = useCompany();
  const rows = report.interactionsByTheme;
  return (
    <Sheet
      title="Interactions by theme"
      table={[
        ["Theme", "Theme ID", ...figureNames],
        ...rows.map((row) => [row.name, row.themeId, ...figuresOf(row)]),
      ]}
    >
      <PagedTable
        name="themes"
        label="Themes"
        rows={rows}
        keyOf={(row) => row.themeId}
        columns={[
          {
            label: "Theme",
            wraps: true,
            phone: "title",
            render: (row) => (
              <Link
                to="/admin"
                search={{ tab: "interactions", ...daysOf(report), theme: row.themeId, companyId }}
                className={classes.link}
              >
                {row.name}
              </Link>
            ),
          },
          ...figureColumns(rows, report, ratingText, (row) => ({ theme: row.themeId })),
        ]}
      />
    </Sheet>
  );
}

/** Name and email, role, count and rating per user. */
export function AgentsTable({ report, ratingText }: Props) {
  const { companyId } = useCompany();
  const rows = report.interactionsByUser;
  return (
    <Sheet
      title="Interactions by agent"
      table={[
        ["Name", "Email", "Role", ...figureNames],
        ...rows.map((row) => [row.name, row.email, roleNames[row.role], ...figuresOf(row)]),
      ]}
    >
      <PagedTable
        name="agents"
        label="Agents"
        rows={rows}
        keyOf={(row) => row.userId}
        columns={[
          {
            label: "Email",
            wraps: true,
            phone: "title",
            render: (row) => (
              <>
                <Link
                  to="/admin"
                  search={{
                    tab: "interactions",
                    ...daysOf(report),
                    user: row.userId,
                    person: row.name,
                    companyId,
                  }}
                  className={classes.link}
                >
                  {row.name === row.email ? <Email address={row.email} /> : row.name}
                </Link>
                {row.name !== row.email && (
                  <p className={classes.address}>
                    <EmailLine address={row.email} />
                  </p>
                )}
              </>
            ),
          },
          { label: "Role", render: (row) => roleNames[row.role] },
          ...figureColumns(rows, report, ratingText, (row) => ({ user: row.userId, person: row.name })),
        ]}
      />
    </Sheet>
  );
}

type Figures = Omit<ChatReport["interactionsByTheme"][number], "themeId" | "name">;

/** A row's figures for export. */
const figureNames = ["Interactions", "Previous period", "Declined", "Rated", "Rating"];
const figuresOf = (row: Figures) => [row.count, row.before, row.declined, row.rated, row.rating];

/** Frequency with a bar for its rank, its trend and change, and how often the answer was declined or liked. */
function figureColumns<Row extends Figures>(
  rows: Row[],
  report: ChatReport,
  ratingText: Props["ratingText"],
  searchOf: (row: Row) => Record<string, string | number>,
): Column<Row>[] {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return [
    {
      label: "Trend",
      phone: "fact",
      render: ({ trend }) => (
        <Sparkline
          counts={trend}
          label={`At most ${Math.max(...trend).toLocaleString()} in a ${trend.length === report.period ? "day" : "week"}`}
        />
      ),
    },
    {
      label: "Interactions",
      width: "28%",
      phone: "fact",
      render: (row) => (
        <span className={classes.quantity}>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(100 * row.count) / most}%` }} />
          </span>
          <span className={classes.number}>
            <Counted count={row.count} days={daysOf(report)} search={searchOf(row)} />
          </span>
          <span className={classes.unit} aria-hidden>
            {row.count === 1 ? "interaction" : "interactions"}
          </span>
        </span>
      ),
    },
    {
      label: "Change",
      align: "end",
      render: ({ count, before }) => <span className={classes.changed}>{changeText(count, before)}</span>,
    },
    {
      label: "Declined",
      align: "end",
      render: (row) => (
        <span
          title={`${row.declined.toLocaleString()} of ${row.count.toLocaleString()} not in the documents`}
        >
          <Counted
            count={row.declined}
            whole={row.count}
            days={daysOf(report)}
            search={{ ...searchOf(row), outcome: "abstained" }}
          />
        </span>
      ),
    },
    {
      label: "Rating",
      align: "end",
      render: ({ rating, rated }) => (
        <span title={`${rated.toLocaleString()} rated`}>{ratingText(rating)}</span>
      ),
    },
  ];
}

/** Matches the other tables. */
const rowsPerPage = 25;

type PagedProps<Row> = {
  /** The page's URL parameter: a screen may have two tables. */
  name: "themes" | "agents";
  label: string;
  rows: Row[];
  keyOf(row: Row): number;
  columns: Column<Row>[];
};

/** One page of the report's rows; the table's file and the printout have all of them. */
function PagedTable<Row>({ name, rows, ...table }: PagedProps<Row>) {
  const page = useSearchParams(pageNames[name]).number(name) ?? 1;
  const shown = useShown(rowsPerPage);
  if (shown > rowsPerPage) return <DataTable {...table} rows={rows} />;
  return (
    <>
      <DataTable {...table} rows={rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)} />
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
