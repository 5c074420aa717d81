import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

/** Tabs on one line; if the line scrolls, the open tab starts in view. */
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
