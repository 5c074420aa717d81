import { Tabs } from "@mantine/core";
import { Check } from "lucide-react";
import { TabList } from "#web/ui/tab-list.tsx";
import { steps, type Step } from "./theme-steps.ts";
import classes from "./theme-editor.module.css";

const names = { general: "General", tags: "Tags", documents: "Documents", agents: "Agents", try: "Try it" };
type Tab = keyof typeof names;

type Props = {
  open: string;
  isNew: boolean;
  /** The finished steps of a new theme; null in the editor of an existing theme. */
  done: ReadonlySet<Step> | null;
};

/** The parts of a theme; during creation they are numbered and checked off one by one. */
export function ThemeTabs({ open, isNew, done }: Props) {
  const tabs = (Object.keys(names) as Tab[]).filter((tab) => tab !== "try" || done !== null);
  return (
    <TabList>
      {tabs.map((tab) => (
        <Tabs.Tab
          key={tab}
          value={tab}
          disabled={isNew && (tab === "agents" || tab === "try")}
          leftSection={done !== null && tab !== "tags" && <StepSign step={tab} isDone={done.has(tab)} />}
          aria-description={done !== null && tab !== "tags" && done.has(tab) ? "Done" : undefined}
          // opened on a tab other than the first, whose field takes focus, the dialog focuses the tab rather than its close button
          data-autofocus={(tab !== "general" && tab === open) || undefined}
        >
          {names[tab]}
        </Tabs.Tab>
      ))}
    </TabList>
  );
}

function StepSign({ step, isDone }: { step: Step; isDone: boolean }) {
  return (
    <span className={classes.step} data-done={isDone || undefined} aria-hidden>
      {isDone ? <Check size={12} /> : steps.indexOf(step) + 1}
    </span>
  );
}
