/**
 * Centers a mark in its scroll container, and again whenever the container or content changes size: rotating a phone
 * rewraps the text and re-renders the page. A reader who has scrolled away stays there.
 * @returns the stop function
 */
export function keepInSight(mark: HTMLElement): () => void {
  const box = mark.closest('[role="region"]');
  let isSeen = true;
  const show = () => {
    // beside an answer only the source scrolls: the answer stays in place for its reader
    const panel = mark.closest('[role="dialog"]:not([aria-modal="true"])');
    if (panel === null) mark.scrollIntoView({ block: "center" });
    else for (const around of ancestorsOf(mark, panel)) centerIn(around, mark);
  };
  // browsers report sizes before visibility: this state predates the change
  const seen = new IntersectionObserver((entries) => (isSeen = entries.at(-1)?.isIntersecting ?? isSeen));
  const sizes = new ResizeObserver(() => isSeen && show());
  show();
  seen.observe(mark);
  for (const element of [box, mark.parentElement]) if (element !== null) sizes.observe(element);
  return () => {
    seen.disconnect();
    sizes.disconnect();
  };
}

/** From the innermost to `last`; those that don't scroll ignore it. */
function ancestorsOf(element: Element, last: Element): Element[] {
  const parent = element.parentElement;
  if (parent === null || element === last) return [];
  return [parent, ...ancestorsOf(parent, last)];
}

function centerIn(box: Element, mark: HTMLElement): void {
  const [around, at] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
  box.scrollBy({
    top: at.top + at.height / 2 - around.top - around.height / 2,
    left: at.left + at.width / 2 - around.left - around.width / 2,
  });
}
