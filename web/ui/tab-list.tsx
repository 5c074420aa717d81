import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./tab-list.module.css";

/** Tabs on one line. Scrolls the open tab into view, and on a change of tab also the beginning of its panel. */
export function TabList({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <Tabs.List ref={followOpen} className={`${classes.list} ${className}`}>
      {children}
    </Tabs.List>
  );
}

function followOpen(list: HTMLDivElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  // on mount, and when a phone is rotated
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

/** Scrolls only the line: otherwise tabs further down would scroll the screen when it opens. */
function centerOpen(list: HTMLElement): void {
  const tab = list.querySelector("[role=tab][aria-selected=true]")?.getBoundingClientRect();
  const line = list.getBoundingClientRect();
  if (tab !== undefined) list.scrollLeft += tab.left + tab.width / 2 - line.left - line.width / 2;
}

/** A panel that starts in the lowest third of the window shows hardly more than its first line. */
const isPanelOutOfSight = (list: HTMLElement) =>
  list.getBoundingClientRect().bottom > (window.innerHeight * 2) / 3;
