const reachable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]:not([tabindex="-1"])';

/**
 * A `ref` for what holds things that can go: what had the focus may be among them, as the button of a session that was
 * ended. What then stands in its place has the focus, or else the screen; the page would forget where the person was.
 * So it would with a button that has nothing more to do, as 'Next' on the last page: the first one beside it has the focus.
 */
export function keepsFocus(holder: HTMLElement | null): (() => void) | undefined {
  if (holder === null) return undefined;
  const inside = () => [...holder.querySelectorAll<HTMLElement>(reachable)];
  let last: { element: Element; place: number } | null = null;
  const enter = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = { element: target, place: inside().indexOf(target) };
  };
  // whoever went on from it is not called back
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
