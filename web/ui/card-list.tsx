import { NativeSelect } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "./search-params.ts";
import { CardGrid, CardRows } from "./cards.tsx";
import { cardOrders, cardsPerPage, useDrawn } from "./card-page.ts";
import { Pages } from "./pages.tsx";
import { Empty, Problem } from "./parts.tsx";
import { SearchInput } from "./search-input.tsx";
import { Waiting } from "./waiting.tsx";
import classes from "./cards.module.css";

/** With this many or more, people need a search field. */
const searchFrom = 9;

/** The URL parameters each part reads; opening a dialog re-renders neither. */
const read = { list: ["page", "q"], tools: ["q", "sort"] };

type Props<Row> = {
  /** In the plural: 'themes'. */
  things: string;
  list: {
    data: { rows: Row[]; total: number } | undefined;
    isError: boolean;
    isPlaceholderData: boolean;
    refetch(): unknown;
  };
  failure: string;
  /** Shown before the first card is added. */
  none: string;
  /** Shown when no card matches the search. */
  nothingFound: string;
  card(row: Row): ReactNode;
  /** The card that adds an item. */
  add: ReactNode;
  /** Stacked rows instead of a grid. */
  asRows?: boolean;
  /** Shown next to the search. */
  tools?: ReactNode;
  /** Between the tools and the cards. */
  above?(rows: Row[], total: number): ReactNode;
};

/** Paginated cards, with search and sorting once the list is long. The URL holds all of it. */
export function CardList<Row>({
  things,
  list,
  failure,
  none,
  nothingFound,
  card,
  add,
  asRows = false,
  tools,
  above,
}: Props<Row>) {
  const address = useSearchParams(read.list);
  const page = address.number("page") ?? 1;
  const { drawn, answers, isBusy } = useDrawn(list);
  if (list.isError) return <Problem onRetry={() => void list.refetch()}>{failure}</Problem>;
  if (drawn === undefined) return <Waiting shape={asRows ? "rows" : "cards"} />;
  const isSearch = address.text("q").trim() !== "";
  return (
    <>
      <Tools things={things} total={drawn.total}>
        {(drawn.total > 0 || isSearch) && tools}
      </Tools>
      {drawn.total === 0 && (
        <div className={classes.nothing}>
          <Empty>{isSearch ? nothingFound : none}</Empty>
        </div>
      )}
      {above?.(drawn.rows, drawn.total)}
      {asRows ? (
        <CardRows key={answers} isBusy={isBusy} add={add}>
          {drawn.rows.map(card)}
        </CardRows>
      ) : (
        <CardGrid key={answers} isBusy={isBusy}>
          {drawn.rows.map(card)}
          {add}
        </CardGrid>
      )}
      {(drawn.total > cardsPerPage || page > 1) && (
        <Pages
          label={`Pages of ${things}`}
          page={page}
          pageSize={cardsPerPage}
          total={drawn.total}
          isBusy={isBusy}
        />
      )}
    </>
  );
}

function Tools({ things, total, children }: { things: string; total: number; children: ReactNode }) {
  const address = useSearchParams(read.tools);
  const sought = address.text("q");
  const [isShown, setShown] = useState(false);
  // once shown it stays: clearing the field must not remove it
  if (!isShown && (total >= searchFrom || sought !== "")) setShown(true);
  if (!isShown) return children ? <div className={classes.tools}>{children}</div> : null;
  return (
    <div className={classes.tools} role="search">
      <SearchInput
        label={`Search ${things}`}
        placeholder={`Search ${things}`}
        className={classes.search}
        value={sought}
        onSearch={(q) => address.refine({ q, page: undefined })}
      />
      <NativeSelect
        aria-label={`Order of ${things}`}
        value={address.text("sort")}
        onChange={(event) => address.refine({ sort: event.currentTarget.value, page: undefined })}
        data={Object.entries(cardOrders).map(([value, label]) => ({ value, label }))}
      />
      {children}
    </div>
  );
}
