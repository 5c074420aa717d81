import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "./search-params.ts";
import { CardGrid, CardRows } from "./cards.tsx";
import { cardOrders, cardsPerPage, useDrawn } from "./card-page.ts";
import { Pages } from "./pages.tsx";
import { Empty, Problem } from "./parts.tsx";
import { SearchInput } from "./search-input.tsx";
import { Waiting } from "./waiting.tsx";
import classes from "./cards.module.css";

/** From here on nobody finds a card by looking. */
const searchFrom = 9;

/** What each part reads of the address: a dialog opens and closes without them. */
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
  /** What is said when no card holds the words of the search. */
  nothingFound: string;
  card(row: Row): ReactNode;
  /** The card that adds one. */
  add: ReactNode;
  /** Lines below each other instead of a grid. */
  asRows?: boolean;
  /** Beside the search. */
  tools?: ReactNode;
};

/** Cards of a list that can grow: a page of them, and from some on their search and order. All of it stands in the address. */
export function CardList<Row>({
  things,
  list,
  failure,
  nothingFound,
  card,
  add,
  asRows = false,
  tools,
}: Props<Row>) {
  const address = useSearchParams(read.list);
  const page = address.number("page") ?? 1;
  const { drawn, isBusy } = useDrawn(list);
  if (list.isError) return <Problem onRetry={() => void list.refetch()}>{failure}</Problem>;
  if (drawn === undefined) return <Waiting shape="cards" />;
  return (
    <>
      <Tools things={things} total={drawn.total}>
        {tools}
      </Tools>
      {drawn.total === 0 && address.text("q").trim() !== "" && (
        <div className={classes.nothing}>
          <Empty>{nothingFound}</Empty>
        </div>
      )}
      {asRows ? (
        <CardRows isBusy={isBusy} add={add}>
          {drawn.rows.map(card)}
        </CardRows>
      ) : (
        <CardGrid isBusy={isBusy}>
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
  // once shown it stays: the field must not go while one empties it
  if (!isShown && (total >= searchFrom || sought !== "")) setShown(true);
  if (!isShown) return children === undefined ? null : <div className={classes.tools}>{children}</div>;
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
