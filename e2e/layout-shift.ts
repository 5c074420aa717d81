import type { Page } from "@playwright/test";

type Options = {
  /** By the metric's definition, a shift within half a second of an input or a resize is its response. */
  countsResponses?: boolean;
};

/** From its next navigation on, the page sums how far its visible parts move. */
export async function measureShift(page: Page, { countsResponses = false }: Options = {}): Promise<void> {
  await page.addInitScript((countsAll) => {
    const measured = { shift: 0 };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (countsAll || !hadRecentInput) measured.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
  }, countsResponses);
}

/** The sum since the page was opened, or since `resetShift`. */
export async function shiftOf(page: Page): Promise<number> {
  return Number(await page.evaluate("window.measured.shift"));
}

export async function resetShift(page: Page): Promise<void> {
  await page.evaluate("window.measured.shift = 0");
}
