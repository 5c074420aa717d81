import { useQuery } from "@tanstack/react-query";
import type { Theme } from "#contract/themes.ts";
import { themeActivityQuery } from "./queries.ts";

/** The way of a new theme through its editor's tabs, which end in a question to it; tags may be left to the documents. */
export const steps = ["general", "documents", "agents", "try"] as const;
export type Step = (typeof steps)[number];

/** What each step is for, where a button leads to it. */
export const stepNames: Record<Step, string> = {
  general: "name it",
  documents: "add documents",
  agents: "choose who may ask",
  try: "try it",
};

/** Tags are described together with the name. */
export function stepOf(tab: string): Step {
  return steps.find((step) => step === tab) ?? "general";
}

export type StepStates = {
  done: ReadonlySet<Step>;
  /** Documents that answer, and that are being read. */
  ready: number;
  reading: number;
};

/** How far a new theme has come; it knows itself which of its documents answer and who may ask it. */
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
