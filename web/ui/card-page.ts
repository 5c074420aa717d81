import { useDeferredValue, useMemo } from "react";
import { useAddress } from "./address.ts";

/** Few enough that a card may ask for its own counts, enough for most companies to see all of theirs. */
export const cardsPerPage = 24;

/**
 * The page of a long list of cards that the address names. A press on another page is answered at once, by its number;
 * the cards are drawn after it (`isBusy`), because two dozen of them take longer than a press may. Another list (the
 * first, a search) does not wait: what stands below it would move twice.
 */
export function useCardPage<Thing>(things: Thing[]): { page: number; cards: Thing[]; isBusy: boolean } {
  const address = useAddress();
  const page = Math.min(address.number("page") ?? 1, Math.max(1, Math.ceil(things.length / cardsPerPage)));
  const chosen = useMemo(
    () => ({ things, cards: things.slice((page - 1) * cardsPerPage, page * cardsPerPage) }),
    [things, page],
  );
  const drawn = useDeferredValue(chosen);
  const shown = drawn.things === things ? drawn : chosen;
  return { page, cards: shown.cards, isBusy: shown !== chosen };
}
