import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./tab-list.module.css";

/** Tabs on one line. The open tab is in view, and so is the beginning of its panel once another tab is chosen. */
export function TabList({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <Tabs.List ref={followOpen} className={`${classes.list} ${className}`}>
      {children}
    </Tabs.List>
  );
}

function followOpen(list: HTMLDivElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  // at the beginning, and when a phone is turned
  const resized = new ResizeObserver(() => centerOpen(list));
  const chosen = new MutationObserver(() => {
    centerOpen(list);
    if (isPanelOutOfSight(list)) list.scrollIntoView();
  });
  resized.observe(list);
  chosen.observe(list, { subtree: true, attributeFilter: ["aria-selected"] });
  return () => {
    resized.disconnect();
    chosen.disconnect();
  };
}

/** Scrolls only the line: tabs further down would scroll the screen when it opens. */
function centerOpen(list: HTMLElement): void {
  const tab = list.querySelector("[role=tab][aria-selected=true]")?.getBoundingClientRect();
  const line = list.getBoundingClientRect();
  if (tab !== undefined) list.scrollLeft += tab.left + tab.width / 2 - line.left - line.width / 2;
}

/** In the lowest third of the window a panel shows hardly more than its first line. */
const isPanelOutOfSight = (list: HTMLElement) =>
  list.getBoundingClientRect().bottom > (window.innerHeight * 2) / 3;
