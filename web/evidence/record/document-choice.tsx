import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { documentsQuery } from "#web/knowledge/documents/queries.ts";
import { themeSource } from "#web/knowledge/themes/queries.ts";
import { themeQuery } from "#web/knowledge/themes/theme-queries.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Empty, Problem } from "#web/ui/parts.tsx";
import { nameOf, remoteOptionsQuery } from "#web/ui/remote-options.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import classes from "#web/knowledge/look-back/look-back.module.css";

const names = ["q", "theme"];

/** The documents of a theme, each leading to who received answers from it; of the first theme until one is chosen. */
export function DocumentChoice() {
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams(names);
  const source = themeSource(companyId, spansCompanies);
  const first = useQuery(remoteOptionsQuery(source, ""));
  const named = address.number("theme");
  const theme = useQuery({ ...themeQuery(named ?? 0), enabled: named !== undefined });
  const id = named ?? first.data?.rows[0]?.id;
  const chosen =
    named === undefined
      ? first.data?.rows[0] && source.labelOf(first.data.rows[0])
      : nameOf("Theme", named, theme, source.labelOf);
  if (first.isError) return <Problem onRetry={() => void first.refetch()}>{first.error.message}</Problem>;
  if (first.data === undefined) return <Waiting shape="lines" />;
  if (id === undefined) return <Empty>No theme has documents yet.</Empty>;
  return (
    <>
      <FilterBar
        label="Find a document"
        search={{ label: "Search documents", placeholder: "Search documents" }}
        names={names}
        pinned={
          <RemoteSelect
            aria-label="Theme"
            inRow
            source={source}
            chosen={{ id, label: chosen ?? "" }}
            onChoose={(row) => address.open({ theme: row?.id, q: undefined })}
          />
        }
      />
      <Documents themeId={id} search={address.text("q")} />
    </>
  );
}

function Documents({ themeId, search }: { themeId: number; search: string }) {
  const list = useInfiniteQuery(documentsQuery(themeId, search));
  if (list.error !== null) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined) return <Waiting shape="lines" />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <Empty>{search === "" ? "This theme has no documents yet." : "No document matches your search."}</Empty>
    );
  return (
    <>
      <ul className={classes.rows} aria-label="Documents" aria-busy={list.isPlaceholderData || undefined}>
        {rows.map((document) => (
          <li key={document.id}>
            <Link to="/look-back" search={{ document: document.id }} className={classes.name}>
              {document.name}
            </Link>
            <span className={classes.meta}>
              {joinFacts([
                document.version > 1 ? `version ${document.version}` : "",
                formatDate(document.createdAt),
              ])}
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className={classes.turns}>
          <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
