import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { interactionsPerPage, interactionsQuery } from "#web/answering/interactions/queries.ts";
import { outcomeOf } from "#web/answering/answers/outcome.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Empty, PageHeader } from "#web/ui/parts.tsx";
import { chosenPeriod, PeriodFilter } from "#web/ui/period-filter.tsx";
import { daysOf, periodNames, timeZone } from "#web/ui/period.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import classes from "./proof.module.css";

const names = ["q", ...periodNames];

/** The recorded answers, each leading to its proof. */
export function AnswersToProve() {
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams();
  const page = address.number("page") ?? 1;
  const search = address.text("q");
  const filters = { companyId, search, ...daysOf(address), timeZone: timeZone() };
  const list = useQuery(interactionsQuery(filters, page));
  return (
    <>
      <PageHeader title="Proof" subtitle="Show that an answer is unchanged since it was given" />
      <FilterBar
        label="Find an answer"
        search={{ label: "Search questions", placeholder: "Search questions" }}
        names={names}
        active={chosenPeriod(address)}
      >
        <PeriodFilter />
      </FilterBar>
      <PagedList
        things="answers"
        list={list}
        page={page}
        pageSize={interactionsPerPage}
        shape="lines"
        empty={
          <Empty>
            {names.some((name) => address.text(name) !== "")
              ? "No answer matches your search."
              : "Nobody has asked anything yet."}
          </Empty>
        }
      >
        {(rows, isBusy) => (
          <ul className={classes.answers} aria-label="Recorded answers" aria-busy={isBusy || undefined}>
            {rows.map(({ chat_interactions: row }) => (
              <li key={row.id}>
                <Link to="/proof" search={{ interaction: row.id, companyId }}>
                  {row.userQuery}
                </Link>
                <span>
                  {joinFacts([
                    spansCompanies ? row.companyName : "",
                    row.themeName,
                    outcomeOf(row).text,
                    formatDateTime(row.createdAt),
                  ])}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
