import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

/** Tabs in one line; where the line scrolls, the open tab is in sight from the beginning. */
export function TabList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Tabs.List ref={showOpen} className={className}>
      {children}
    </Tabs.List>
  );
}

function showOpen(list: HTMLDivElement | null): void {
  list?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
}
