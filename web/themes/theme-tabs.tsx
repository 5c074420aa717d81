import { Tabs } from "@mantine/core";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { TabList } from "../ui/tab-list.tsx";
import { steps } from "./theme-steps.ts";
import type { Step } from "./theme-steps.ts";
import classes from "./theme-editor.module.css";

const names = { general: "General", tags: "Tags", documents: "Documents", agents: "Agents", try: "Try it" };
type Tab = keyof typeof names;

type Props = {
  open: string;
  isNew: boolean;
  /** The steps of a new theme that are done; null for the editor of a theme that stands. */
  done: ReadonlySet<Step> | null;
};

/** The parts of a theme; while it is being made they are numbered, and ticked one by one. */
export function ThemeTabs({ open, isNew, done }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // on a phone the line scrolls, and a step may lead beyond its edge
  useEffect(() => {
    list.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [open]);
  const tabs = (Object.keys(names) as Tab[]).filter((tab) => tab !== "try" || done !== null);
  return (
    <div ref={list}>
      <TabList>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab}
            value={tab}
            disabled={isNew && (tab === "agents" || tab === "try")}
            leftSection={done !== null && tab !== "tags" && <StepSign step={tab} isDone={done.has(tab)} />}
            aria-description={done !== null && tab !== "tags" && done.has(tab) ? "Done" : undefined}
            // opened on another tab than the first, whose field takes the focus, the tab has it; not the cross
            data-autofocus={(tab !== "general" && tab === open) || undefined}
          >
            {names[tab]}
          </Tabs.Tab>
        ))}
      </TabList>
    </div>
  );
}

function StepSign({ step, isDone }: { step: Step; isDone: boolean }) {
  return (
    <span className={classes.step} data-done={isDone || undefined} aria-hidden>
      {isDone ? <Check size={12} /> : steps.indexOf(step) + 1}
    </span>
  );
}
