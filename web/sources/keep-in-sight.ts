/**
 * Shows a mark in the middle of the box that scrolls it, and again whenever the box or what the mark lies on changes its
 * size: a phone that is turned breaks the text elsewhere and draws the page anew. Who has scrolled away stays there.
 * @returns what ends it
 */
export function keepInSight(mark: HTMLElement): () => void {
  const box = mark.closest('[role="region"]');
  let isSeen = true;
  const show = () => {
    // beside an answer only the box scrolls: the answer stays where its reader left it
    if (box?.closest('[role="dialog"]:not([aria-modal="true"])') != null) centerIn(box, mark);
    else mark.scrollIntoView({ block: "center" });
  };
  // browsers tell of sizes before they tell of what is in sight: what is known here is from before the change
  const seen = new IntersectionObserver((entries) => (isSeen = entries.at(-1)?.isIntersecting ?? isSeen), {
    root: box,
  });
  const sizes = new ResizeObserver(() => isSeen && show());
  show();
  seen.observe(mark);
  for (const element of [box, mark.parentElement]) if (element !== null) sizes.observe(element);
  return () => {
    seen.disconnect();
    sizes.disconnect();
  };
}

function centerIn(box: Element, mark: HTMLElement): void {
  const [around, at] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
  box.scrollBy({
    top: at.top + at.height / 2 - around.top - around.height / 2,
    left: at.left + at.width / 2 - around.left - around.width / 2,
  });
}
