/** The most numbered buttons under a list (docs/specification/review.md). */
export const maximumButtons = 5;

/** The page numbers around the current page, from 1; one per page, at most five. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(maximumButtons, pages);
  const first = Math.min(Math.max(1, page - Math.floor(count / 2)), Math.max(1, pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** 'Showing X to Y of Z results'. */
export function shownRange(page: number, pageSize: number, total: number): string {
  const format = new Intl.NumberFormat("en");
  const isEmpty = (page - 1) * pageSize >= total;
  const from = isEmpty ? 0 : (page - 1) * pageSize + 1;
  const to = isEmpty ? 0 : Math.min(page * pageSize, total);
  return `Showing ${format.format(from)} to ${format.format(to)} of ${format.format(total)} results`;
}
