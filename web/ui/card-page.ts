import { useDeferredValue } from "react";
import { useSearchParams } from "./search-params.ts";

/** Few enough that a card may ask for its own counts, enough for most companies to see all of theirs. */
export const cardsPerPage = 24;

/** How cards may be ordered, by what the server sorts by; '' is as they come, the newest first. */
export const cardOrders = { "": "Newest first", createdAt: "Oldest first", name: "By name" };

/** What the address asks of a list of cards; another order than these counts as none. */
export function useCardRequest() {
  const address = useSearchParams(requestNames);
  const sort = address.text("sort");
  return {
    search: address.text("q").trim() || undefined,
    sort: Object.hasOwn(cardOrders, sort) ? sort || undefined : undefined,
    page: address.number("page") ?? 1,
    pageSize: cardsPerPage,
  };
}

const requestNames = ["q", "sort", "page"];

/**
 * The list as it is drawn. A press on another page, or a letter of a search, is answered at once; two dozen cards take
 * longer than that may, and are drawn after it (`isBusy`), together with the number of pages below them.
 */
export function useDrawn<List>(list: { data: List | undefined; isPlaceholderData: boolean }) {
  const drawn = useDeferredValue(list.data);
  return { drawn, isBusy: list.isPlaceholderData || drawn !== list.data };
}
