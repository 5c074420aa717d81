import { useDeferredValue, useMemo } from "react";
import { useAddress } from "./address.ts";

/** Few enough that a card may ask for its own counts, enough for most companies to see all of theirs. */
export const cardsPerPage = 24;

/**
 * The page of a long list of cards that the address names. The press is answered at once, by the number of the page;
 * the cards are drawn after it (`isBusy`), because two dozen of them take longer than a press may.
 */
export function useCardPage<Thing>(things: Thing[]): { page: number; cards: Thing[]; isBusy: boolean } {
  const address = useAddress();
  const page = Math.min(address.number("page") ?? 1, Math.max(1, Math.ceil(things.length / cardsPerPage)));
  const chosen = useMemo(() => things.slice((page - 1) * cardsPerPage, page * cardsPerPage), [things, page]);
  const drawn = useDeferredValue(chosen);
  // the first cards do not wait: until they stand there is nothing to press, and what is below them would move
  const cards = drawn.length === 0 ? chosen : drawn;
  return { page, cards, isBusy: cards !== chosen };
}
