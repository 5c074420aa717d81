import type { BrowserContext, Page } from "@playwright/test";

type Options = {
  /** By the metric's definition, a shift within half a second of an input or a resize is its response. */
  countsResponses?: boolean;
};

/** From its next navigation on, the page, or each page of the context, sums how far its visible parts move. */
export async function measureShift(
  pages: Page | BrowserContext,
  { countsResponses = false }: Options = {},
): Promise<void> {
  await pages.addInitScript((countsAll) => {
    const measured = { shift: 0, rows: [] as string[] };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      };
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (countsAll || !hadRecentInput) {
          measured.shift += value;
          for (const { node } of sources)
            if (node?.nodeName === "TR") measured.rows.push(node.textContent ?? "");
        }
    }).observe({ type: "layout-shift", buffered: true });
  }, countsResponses);
}

/** The sum since the page was opened, or since `resetShift`. */
export async function shiftOf(page: Page): Promise<number> {
  return Number(await page.evaluate("window.measured.shift"));
}

/** The texts of the table rows that moved since the page was opened. */
export async function movedRows(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { measured: { rows: string[] } }).measured.rows);
}

/** Shifts up to now no longer count, though the browser reports them a frame late. */
export async function resetShift(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    (window as unknown as { measured: { shift: number } }).measured.shift = 0;
  });
}
