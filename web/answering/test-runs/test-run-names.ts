import type { HeldChange } from "#contract/knowledge/themes.ts";
import type { TestRun } from "#contract/answering/test-runs.ts";
import type { Tone } from "#web/ui/parts.tsx";

/** As the theme's form names them. */
export const settingNames: Record<keyof HeldChange, string> = {
  purpose: "Purpose",
  guidingInstructions: "Guiding instructions for agents",
  modelType: "AI model type",
  requireSignOff: "Documents need sign-off",
};

export const settingsOf = (change: HeldChange): (keyof HeldChange)[] =>
  (Object.keys(settingNames) as (keyof HeldChange)[]).filter((field) => change[field] !== undefined);

/** What changes, in a line. */
export const titleOf = (run: TestRun): string =>
  run.kind === "document"
    ? `${run.documentName}, version ${run.versionAfter}${run.moreDocuments === 0 ? "" : `, and ${run.moreDocuments} more`}`
    : settingsOf(run.settingsAfter)
        .map((field) => settingNames[field])
        .join(", ");

export function stateOf({ state, isHeld }: TestRun): { text: string; tone: Tone } {
  if (state === "running") return { text: "asking", tone: "warn" };
  if (state === "finished")
    return isHeld ? { text: "waits for approval", tone: "warn" } : { text: "in use", tone: "ok" };
  return decided[state];
}

const decided = {
  used: { text: "approved", tone: "ok" },
  kept: { text: "declined", tone: "plain" },
  seen: { text: "seen", tone: "plain" },
  superseded: { text: "replaced by a later change", tone: "plain" },
} as const;

/** What it does to the answers, in a sentence. */
export function effectOf(run: TestRun): string {
  const { total, broken, failed, changed, fixed } = run;
  if (run.state === "running") return `${run.asked} of ${total} questions asked.`;
  if (total === 0)
    return "The theme has no test set yet: it is made of approved answers and of questions rated good.";
  const counts = [
    [broken, "right before, wrong with it"],
    [failed, "could not be asked"],
    [changed, "answered in other words"],
    [fixed, "wrong before, right with it"],
  ] as const;
  const said = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const questions = total === 1 ? "1 question" : `${total} questions`;
  return said.length === 0
    ? `All answers to ${questions} stay the same.`
    : `Of ${questions}: ${said.join(", ")}.`;
}
