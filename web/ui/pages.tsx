import { useEffect } from "react";
import { useSetSearchParams } from "./search-params.ts";
import { restoreFocusOnRemoval } from "./restore-focus.ts";
import { pageButtons, shownRange } from "./page-buttons.ts";
import classes from "./pages.module.css";

type Props = {
  label: string;
  page: number;
  pageSize: number;
  total: number;
  /** The page's URL parameter, for screens with two lists. */
  name?: string;
  /** The total still belongs to an earlier query. */
  isBusy?: boolean;
};

/** The range of results shown, and links to the others; the page is in the URL. */
export function Pages({ label, page, pageSize, total, name = "page", isBusy = false }: Props) {
  const address = useSetSearchParams();
  const pages = Math.ceil(total / pageSize);
  const onPage = (next: number) => address.open({ [name]: next === 1 ? undefined : next });
  // a filter, another company or a deletion can leave fewer pages than the URL's page number
  const isBeyond = !isBusy && total > 0 && page > pages;
  useEffect(() => {
    if (isBeyond) address.refine({ [name]: pages });
  });
  return (
    <div className={classes.pages}>
      <p className={classes.range} aria-live="polite">
        {shownRange(page, pageSize, total)}
      </p>
      {pages > 1 && (
        <nav ref={restoreFocusOnRemoval} className={classes.buttons} aria-label={label}>
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </button>
          {pageButtons(page, pages).map((number) => (
            <button
              key={number}
              type="button"
              className={classes.number}
              aria-label={`Page ${number}`}
              aria-current={number === page ? "page" : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ))}
          <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </button>
        </nav>
      )}
    </div>
  );
}
