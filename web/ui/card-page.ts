import { useDeferredValue, useMemo } from "react";
import { useResultKey } from "./result-key.ts";
import { useSearchParams } from "./search-params.ts";

/** Few enough for each card to fetch its own counts, enough for most companies to see all of theirs. */
export const cardsPerPage = 24;

/** Sort options for cards, by the server's sort key; '' is the default, newest first. */
export const cardOrders = { "": "Newest first", createdAt: "Oldest first", name: "By name" };

/** A card list's parameters from the URL; ignores any other sort order. */
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
 * The rendered list. A click on another page or a typed character responds immediately; two dozen cards would take too
 * long, so they and the page count below them render afterward (`isBusy`). `answers` is the key of its cards.
 */
export function useDrawn<List>(list: { data: List | undefined; isPlaceholderData: boolean }) {
  const { search, sort, page } = useCardRequest();
  const answered = useResultKey([search, sort, page], list.isPlaceholderData);
  const { data, answers } = useDeferredValue(
    useMemo(() => ({ data: list.data, answers: answered }), [list.data, answered]),
  );
  return { drawn: data, answers, isBusy: list.isPlaceholderData || data !== list.data };
}
