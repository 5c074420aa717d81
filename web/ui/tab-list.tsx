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
  openTab(list)?.scrollIntoView({ block: "nearest", inline: "center" });
  const observer = new MutationObserver(() => {
    openTab(list)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (isPanelOutOfSight(list)) list.scrollIntoView();
  });
  observer.observe(list, { subtree: true, attributeFilter: ["aria-selected"] });
  return () => observer.disconnect();
}

const openTab = (list: HTMLElement) => list.querySelector("[role=tab][aria-selected=true]");

/** In the lowest third of the window a panel shows hardly more than its first line. */
const isPanelOutOfSight = (list: HTMLElement) =>
  list.getBoundingClientRect().bottom > (window.innerHeight * 2) / 3;
