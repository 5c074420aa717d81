import { pageButtons, shownRange } from "./page-buttons.ts";
import classes from "./pages.module.css";

type Props = { label: string; page: number; pageSize: number; total: number; onPage(page: number): void };

/** Which results are shown, and the way to the others. */
export function Pages({ label, page, pageSize, total, onPage }: Props) {
  const pages = Math.ceil(total / pageSize);
  return (
    <div className={classes.pages}>
      <p className={classes.range} aria-live="polite">
        {shownRange(page, pageSize, total)}
      </p>
      {pages > 1 && (
        <nav className={classes.buttons} aria-label={label}>
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
