const reachable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]:not([tabindex="-1"])';

/**
 * A `ref` for a container of removable items: the focused one may be removed, such as the button of an ended session.
 * Focus then moves to the item taking its place, or else to the screen; the page would lose the user's position. The
 * same goes for a button that becomes disabled, such as 'Next' on the last page: its neighbor gets focus.
 */
export function restoreFocusOnRemoval(holder: HTMLElement | null): (() => void) | undefined {
  if (holder === null) return undefined;
  const inside = () =>
    [...holder.querySelectorAll<HTMLElement>(reachable)].filter((element) => element.checkVisibility());
  let last: { element: Element; place: number } | null = null;
  const enter = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = { element: target, place: inside().indexOf(target) };
  };
  // a user who moved on isn't called back
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) last = null;
  };
  const observer = new MutationObserver(() => {
    if (last === null) return;
    const { element, place } = last;
    if (element.isConnected) {
      if (element.matches(":disabled"))
        element.parentElement?.querySelector<HTMLElement>(reachable)?.focus({ preventScroll: true });
      return;
    }
    last = null;
    if (document.activeElement !== document.body) return;
    const all = inside();
    (all[Math.min(place, all.length - 1)] ?? document.querySelector("main"))?.focus({ preventScroll: true });
  });
  holder.addEventListener("focusin", enter);
  holder.addEventListener("focusout", leave);
  observer.observe(holder, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    holder.removeEventListener("focusin", enter);
    holder.removeEventListener("focusout", leave);
    observer.disconnect();
  };
}
