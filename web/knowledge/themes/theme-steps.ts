import { useQuery } from "@tanstack/react-query";
import type { Theme } from "#contract/knowledge/themes.ts";
import { themeActivityQuery } from "./queries.ts";

/** A new theme's path through the editor's tabs, ending in a question; tags are optional. */
export const steps = ["general", "documents", "agents", "try"] as const;
export type Step = (typeof steps)[number];

/** Each step's purpose, for buttons that lead to it. */
export const stepNames: Record<Step, string> = {
  general: "name it",
  documents: "add documents",
  agents: "choose who can ask",
  try: "try it",
};

/** The Tags tab belongs to the General step. */
export function stepOf(tab: string): Step {
  return steps.find((step) => step === tab) ?? "general";
}

export type StepStates = {
  done: ReadonlySet<Step>;
  /** Documents ready, and documents being read. */
  ready: number;
  reading: number;
};

/** A new theme's progress, from its ready documents and its access. */
export function useStepStates(theme: Theme | null, isTried: boolean): StepStates {
  const { data } = useQuery(themeActivityQuery(theme === null ? [] : [theme.id]));
  const activity = data?.find(({ id }) => id === theme?.id);
  const ready = activity?.documents.ready ?? 0;
  const done = new Set<Step>();
  if (theme !== null) done.add("general");
  if (ready > 0) done.add("documents");
  if (theme !== null && (theme.agentCount > 0 || (activity?.workspaces ?? 0) > 0)) done.add("agents");
  if (isTried) done.add("try");
  return { done, ready, reading: activity?.documents.reading ?? 0 };
}
